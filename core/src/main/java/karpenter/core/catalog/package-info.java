/// Instance types and the offerings they can be bought as.
@org.jspecify.annotations.NullMarked
package karpenter.core.catalog;
