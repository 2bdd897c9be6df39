/// The expressions by which claims and device classes select devices.
package karpenter.api.device;
