/// The slow, obvious twin of the scheduling kernel: `docs/scheduling.md` written down once more
/// with lists, maps and loops. It shares no code with the kernel but the records they both read and
/// return. Where a sentence of that page can be read in two ways, a comment `reading:` says how it
/// was read here.
package karpenter.core.testkit.twin;
