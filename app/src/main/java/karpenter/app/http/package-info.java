/// The small web servers: pages by path, on virtual threads, with limits on what clients may hold
/// on to (ADR 0010).
@org.jspecify.annotations.NullMarked
package karpenter.app.http;
