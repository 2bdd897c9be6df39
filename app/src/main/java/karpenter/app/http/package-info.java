/// The small web servers: pages by path, over the JDK's own server on virtual threads.
@org.jspecify.annotations.NullMarked
package karpenter.app.http;
