/// What users write and what the cluster stores: custom resources, label names, and what is wrong
/// with a document.
///
/// The records keep the text they were read from where its form matters (durations, quantities);
/// parsing it into values is the business of `core.wire`. To read a document that may be wrong,
/// start from [karpenter.api.schema.Admission].
package karpenter.api;
