import Readings

extension DepthRules {
    /// The rules that the settings ask for.
    public init(settings: Settings) {
        let confidence: DepthConfidence =
            switch settings.text("depth.minimumConfidence") {
            case "low": .low
            case "high": .high
            default: .medium
            }
        self.init(
            minimumMetres: settings.depthMinimumMetres, maximumMetres: settings.depthMaximumMetres,
            usableShare: settings.number("depth.usableShare"), percentile: settings.number("depth.percentile"),
            regionWidth: settings.number("depth.regionWidth"), regionHeight: settings.number("depth.regionHeight"),
            minimumConfidence: confidence, stripsOn: settings.isOn("depth.strips"))
    }
}
