/// Custom resources, label names and schemas: everything a user can write down.
@org.jspecify.annotations.NullMarked
module karpenter.api {
  requires static org.jspecify;
  requires transitive com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;

  exports karpenter.api;
  exports karpenter.api.aws;
  exports karpenter.api.buffer;
  exports karpenter.api.convert;
  exports karpenter.api.device;
  exports karpenter.api.hash;
  exports karpenter.api.kwok;
  exports karpenter.api.oci;
  exports karpenter.api.schema;
  exports karpenter.api.v1;
  exports karpenter.api.v1alpha1;
  exports karpenter.api.validation;
}
