package karpenter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/// Who an object belongs to, and whether the owner waits for it.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OwnerReference(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable String name,
    @Nullable String uid,
    @Nullable Boolean controller,
    @Nullable Boolean blockOwnerDeletion) {}
