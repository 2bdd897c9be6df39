/// The executable: its command line and nothing else. Each command is a package below.
@NullMarked
package karpenter.app;

import org.jspecify.annotations.NullMarked;
