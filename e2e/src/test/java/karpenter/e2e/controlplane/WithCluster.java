package karpenter.e2e.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// The tests of this class share one fresh cluster, which any of its methods (and its constructor)
/// may take as a parameter of type [TestCluster].
///
/// The class fails when the control plane is not built; with `-Dkarpenter.withoutControlPlane=true`
/// it is skipped.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ClusterPerClass.class)
public @interface WithCluster {

  Authorization authorization() default Authorization.ALLOW_ALL;

  Crds crds() default Crds.OURS;

  /// Whether each request leaves a line in [TestCluster#auditLog].
  boolean audit() default false;

  /// What decides who may do what.
  enum Authorization {
    ALLOW_ALL("AlwaysAllow"),
    RBAC("RBAC");

    final String flag;

    Authorization(String flag) {
      this.flag = flag;
    }
  }

  /// Whose definitions of Karpenter's kinds are installed.
  enum Crds {
    OURS("ours"),
    UPSTREAM("upstream"),
    NONE("none");

    final String flag;

    Crds(String flag) {
      this.flag = flag;
    }
  }
}
