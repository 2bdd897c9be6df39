/// NodeOverlays: corrections of the catalogue (spec 02 §5.2).
@org.jspecify.annotations.NullMarked
package karpenter.operator.overlay;
