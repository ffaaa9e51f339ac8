"""The messages of ROS 2 as another implementation of DDS takes them, declared here from ROS's own definitions."""
from dataclasses import dataclass

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.idl.types import array, float32, float64, int32, sequence, uint8, uint32


@dataclass
@final
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32 = 0
    nanosec: uint32 = 0


@dataclass
@final
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    stamp: Time
    frame_id: str


@dataclass
@final
class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
    data: str


@dataclass
@final
class Point(IdlStruct, typename="geometry_msgs::msg::dds_::Point_"):
    x: float64
    y: float64
    z: float64


@dataclass
@final
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    x: float64
    y: float64
    z: float64
    w: float64


@dataclass
@final
class Pose(IdlStruct, typename="geometry_msgs::msg::dds_::Pose_"):
    position: Point
    orientation: Quaternion


@dataclass
@final
class PoseStamped(IdlStruct, typename="geometry_msgs::msg::dds_::PoseStamped_"):
    header: Header
    pose: Pose


@dataclass
@final
class PoseWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::PoseWithCovariance_"):
    pose: Pose
    covariance: array[float64, 36]


@dataclass
@final
class PoseWithCovarianceStamped(IdlStruct, typename="geometry_msgs::msg::dds_::PoseWithCovarianceStamped_"):
    header: Header
    pose: PoseWithCovariance


@dataclass
@final
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64
    y: float64
    z: float64


@dataclass
@final
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    linear: Vector3
    angular: Vector3


@dataclass
@final
class TwistWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::TwistWithCovariance_"):
    twist: Twist
    covariance: array[float64, 36]


@dataclass
@final
class Odometry(IdlStruct, typename="nav_msgs::msg::dds_::Odometry_"):
    header: Header
    child_frame_id: str
    pose: PoseWithCovariance
    twist: TwistWithCovariance


@dataclass
@final
class Path(IdlStruct, typename="nav_msgs::msg::dds_::Path_"):
    header: Header
    poses: sequence[PoseStamped]


@dataclass
@final
class Range(IdlStruct, typename="sensor_msgs::msg::dds_::Range_"):
    header: Header
    radiation_type: uint8
    field_of_view: float32
    min_range: float32
    max_range: float32
    range: float32
    variance: float32


@dataclass
@final
class FluidPressure(IdlStruct, typename="sensor_msgs::msg::dds_::FluidPressure_"):
    header: Header
    fluid_pressure: float64
    variance: float64


@dataclass
@final
class KeyValue(IdlStruct, typename="diagnostic_msgs::msg::dds_::KeyValue_"):
    key: str
    value: str


@dataclass
@final
class DiagnosticStatus(IdlStruct, typename="diagnostic_msgs::msg::dds_::DiagnosticStatus_"):
    level: uint8
    name: str
    message: str
    hardware_id: str
    values: sequence[KeyValue]


@dataclass
@final
class DiagnosticArray(IdlStruct, typename="diagnostic_msgs::msg::dds_::DiagnosticArray_"):
    header: Header
    status: sequence[DiagnosticStatus]


def header(frame, now):
    return Header(Time(int(now), int(now % 1 * 1_000_000_000)), frame)


def estimate(x, y, yaw, variance):
    from math import cos, sin
    covariance = [0.0] * 36
    covariance[0] = covariance[7] = variance
    return PoseWithCovariance(Pose(Point(x, y, 0.0), Quaternion(0.0, 0.0, sin(yaw / 2), cos(yaw / 2))), covariance)
