/// The calibration profiles that are shipped, one file a camera family, a barometer chip, a mounting.
///
/// They are part of the program, so that it always has them; a folder of the machine may hold others of the same name.
package enum ShippedProfiles {
    /// The files by name, cameras first.
    package static let files: [(name: String, bytes: [UInt8])] = [
        ("camera-orbbec-gemini-330.json5", PackageResources.camera_orbbec_gemini_330_json5),
        ("camera-realsense-d400-modules.json5", PackageResources.camera_realsense_d400_modules_json5),
        ("camera-realsense-d405.json5", PackageResources.camera_realsense_d405_json5),
        ("camera-realsense-d415.json5", PackageResources.camera_realsense_d415_json5),
        ("camera-realsense-d421.json5", PackageResources.camera_realsense_d421_json5),
        ("camera-realsense-d435.json5", PackageResources.camera_realsense_d435_json5),
        ("camera-realsense-d436.json5", PackageResources.camera_realsense_d436_json5),
        ("camera-realsense-d455.json5", PackageResources.camera_realsense_d455_json5),
        ("camera-realsense-l515.json5", PackageResources.camera_realsense_l515_json5),
        ("camera-realsense-sr300.json5", PackageResources.camera_realsense_sr300_json5),
        ("barometer-bme280.json5", PackageResources.barometer_bme280_json5),
        ("barometer-bmp280.json5", PackageResources.barometer_bmp280_json5),
        ("barometer-bmp388.json5", PackageResources.barometer_bmp388_json5),
        ("barometer-bmp390.json5", PackageResources.barometer_bmp390_json5),
        ("barometer-bmp580.json5", PackageResources.barometer_bmp580_json5),
        ("barometer-bmp581.json5", PackageResources.barometer_bmp581_json5),
        ("barometer-dps310.json5", PackageResources.barometer_dps310_json5),
        ("barometer-lps22hb.json5", PackageResources.barometer_lps22hb_json5),
        ("barometer-lps22hh.json5", PackageResources.barometer_lps22hh_json5),
        ("barometer-ms5607.json5", PackageResources.barometer_ms5607_json5),
        ("barometer-ms5611.json5", PackageResources.barometer_ms5611_json5),
        ("barometer-spl06.json5", PackageResources.barometer_spl06_json5),
        ("mounting-example.json5", PackageResources.mounting_example_json5),
    ]
}
