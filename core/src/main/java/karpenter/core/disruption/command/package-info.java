/// How a command is carried out once it is decided (spec 02 §2.15): what to do next, given the
/// claims it is about. Entry point: [karpenter.core.disruption.command.CommandStep].
///
/// A node is deleted only when everything that replaces it is there and initialized; a command that
/// cannot get so far is rolled back.
@org.jspecify.annotations.NullMarked
package karpenter.core.disruption.command;
