/// What commands that speak to people share: emphasis, columns, money and lists of pods.
@org.jspecify.annotations.NullMarked
package karpenter.app.terminal;
