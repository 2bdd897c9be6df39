package karpenter.core.device;

/// Why a pod's claims kept it from being placed. The simple name is the code of the reason wherever
/// it is shown.
public sealed interface DeviceRefusal {
  /// Claims are not looked at unless the operator says so.
  record DeviceRequestsIgnored() implements DeviceRefusal {}

  /// The claim does not exist, or could not be understood.
  record DeviceClaimUnresolved(String claim) implements DeviceRefusal {}

  /// Everything else fits somewhere, the devices do not.
  record DevicesUnavailable() implements DeviceRefusal {}

  /// A combination of devices may exist, but was not found within the work allowed.
  record DeviceSearchGaveUp(int steps) implements DeviceRefusal {}
}
