package karpenter.api.schema;

import com.google.re2j.Pattern;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime.Program;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The CEL of Kubernetes, as far as our schemas use it: the standard language, the string
/// functions, and `find`.
///
/// Programs are compiled when first needed and kept: a rule costs milliseconds to compile and
/// microseconds to run. Safe for use by many threads.
final class CelPrograms {
  /// Lists in our schemas hold at most a hundred elements; a comprehension past this bound is a
  /// fault of the rule.
  private static final int MAX_ITERATIONS = 100_000;

  private static final Cel CEL =
      CelFactory.plannerCelBuilder()
          .setOptions(
              CelOptions.current()
                  .enableHeterogeneousNumericComparisons(true)
                  .comprehensionMaxIterations(MAX_ITERATIONS)
                  .build())
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addCompilerLibraries(CelExtensions.strings())
          .addRuntimeLibraries(CelExtensions.strings())
          .addVar("self", SimpleType.DYN)
          .addVar("oldSelf", SimpleType.DYN)
          .addFunctionDeclarations(
              CelFunctionDecl.newFunctionDeclaration(
                  "find",
                  CelOverloadDecl.newMemberOverload(
                      "string_find_string",
                      SimpleType.STRING,
                      SimpleType.STRING,
                      SimpleType.STRING)))
          .addFunctionBindings(
              CelFunctionBinding.from(
                  "string_find_string", String.class, String.class, CelPrograms::firstMatch))
          .build();

  private static final Map<String, Program> COMPILED = new ConcurrentHashMap<>();

  private CelPrograms() {}

  static Program of(String expression) {
    return COMPILED.computeIfAbsent(expression, CelPrograms::compile);
  }

  /// Our own schemas are the only source of rules, so one that does not compile is a bug, not bad
  /// input.
  private static Program compile(String expression) {
    try {
      return CEL.createProgram(CEL.compile(expression).getAst());
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalStateException("the rule does not compile: " + expression, e);
    }
  }

  /// Kubernetes' `find`: the first match of the pattern, empty when there is none.
  private static String firstMatch(String text, String pattern) {
    var matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group() : "";
  }
}
