package karpenter.e2e.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// What [WithCluster] does: starts the cluster before the first test of the class. JUnit closes it
/// after the last one.
final class ClusterPerClass implements BeforeAllCallback, ExecutionCondition, ParameterResolver {

  private static final Namespace CLUSTERS = Namespace.create(ClusterPerClass.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Boolean.getBoolean("karpenter.withoutControlPlane")
        ? ConditionEvaluationResult.disabled("needs a control plane, and was told to do without")
        : ConditionEvaluationResult.enabled(
            "there is a control plane, or its absence is a failure");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    clusterOf(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class;
  }

  @Override
  public TestCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return clusterOf(context);
  }

  private static TestCluster clusterOf(ExtensionContext context) {
    var testClass = context.getRequiredTestClass();
    return context
        .getStore(CLUSTERS)
        .computeIfAbsent(testClass, _ -> start(testClass), TestCluster.class);
  }

  private static TestCluster start(Class<?> testClass) {
    var wanted = AnnotationSupport.findAnnotation(testClass, WithCluster.class).orElseThrow();
    var options = new ArrayList<String>();
    options.addAll(List.of("--authorization", wanted.authorization().flag));
    options.addAll(List.of("--crds", wanted.crds().flag));
    if (wanted.audit()) {
      options.addAll(List.of("--audit", emptyLog(testClass).toString()));
    }
    return TestCluster.start(options);
  }

  private static Path emptyLog(Class<?> testClass) {
    try {
      var folder = Files.createDirectories(Path.of("target", "audit").toAbsolutePath());
      return Files.write(folder.resolve(testClass.getSimpleName() + ".log"), new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
