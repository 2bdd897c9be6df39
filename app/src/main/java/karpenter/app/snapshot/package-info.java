/// A cluster's state as one document: taken, stripped of what is nobody's business, written, read.
@org.jspecify.annotations.NullMarked
package karpenter.app.snapshot;
