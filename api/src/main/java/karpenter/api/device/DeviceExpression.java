package karpenter.api.device;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime.Program;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// A CEL expression over `device`, with the quantities and versions Kubernetes adds to the
/// language. Compiled once; safe for use by many threads.
public final class DeviceExpression {
  private static final int MAX_ITERATIONS = 10_000;

  /// As an API server has it.
  private static final int MAX_CHARACTERS = 10 * 1024;

  /// A tenth of a second or so, and some ten megabytes.
  private static final double MAX_COST = 20_000_000;

  private static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
  private static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");

  private final Program program;

  private DeviceExpression(Program program) {
    this.program = program;
  }

  /// What compiling yields.
  public sealed interface Compiled {
    record Usable(DeviceExpression expression) implements Compiled {}

    record Unusable(String reason) implements Compiled {}
  }

  /// @param quantities reads the quantities an expression writes down; throws
  ///   IllegalArgumentException for what is none
  public static final class Compiler {
    private final Cel cel;

    public Compiler(Function<String, BigDecimal> quantities) {
      this.cel = cel(quantities);
    }

    public Compiled compile(String text) {
      if (text.length() > MAX_CHARACTERS) {
        return new Compiled.Unusable(
            "it has %,d characters, more than %,d".formatted(text.length(), MAX_CHARACTERS));
      }
      try {
        var ast = cel.compile(text).getAst();
        if (!(ExpressionCost.of(ast.getExpr()) <= MAX_COST)) {
          return new Compiled.Unusable(
              "asking it might take too long or make too much text: shorten its loops, replace"
                  + " and cel.bind");
        }
        var result = ast.getResultType();
        if (!result.equals(SimpleType.BOOL) && !result.equals(SimpleType.DYN)) {
          return new Compiled.Unusable("its result is " + result.name() + ", not bool");
        }
        return new Compiled.Usable(new DeviceExpression(cel.createProgram(ast)));
      } catch (CelValidationException | CelEvaluationException e) {
        return new Compiled.Unusable(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      } catch (StackOverflowError e) {
        return new Compiled.Unusable("it is nested too deeply");
      }
    }
  }

  /// Whether the device is selected. An expression that fails on a device, as one that asks for an
  /// attribute it lacks, does not select it.
  public boolean matches(DeviceFacts facts) {
    var capacity = new HashMap<String, Map<String, Object>>();
    facts
        .capacity()
        .forEach(
            (domain, amounts) -> {
              var wrapped = new HashMap<String, Object>();
              amounts.forEach((name, amount) -> wrapped.put(name, new Amount(amount)));
              capacity.put(domain, wrapped);
            });
    Map<String, Object> device = new HashMap<>();
    device.put("driver", facts.driver());
    device.put("attributes", new Domains(facts.attributes()));
    device.put("capacity", new Domains(capacity));
    device.put("allowMultipleAllocations", facts.allowsMultiple());
    try {
      return Boolean.TRUE.equals(program.eval(Map.of("device", device)));
    } catch (CelEvaluationException | StackOverflowError e) {
      // A name that is bound to itself is looked up without end.
      return false;
    }
  }

  /// A quantity. Not a number to the language, whose numbers it must not be compared with.
  private record Amount(BigDecimal value) implements Comparable<Amount> {
    Amount {
      value = value.stripTrailingZeros();
    }

    Amount plus(Amount other) {
      return new Amount(value.add(other.value));
    }

    Amount minus(Amount other) {
      return new Amount(value.subtract(other.value));
    }

    @Override
    public int compareTo(Amount other) {
      return value.compareTo(other.value);
    }
  }

  /// A domain nobody uses is there and empty, so that `"x" in device.attributes["d"]` is an answer.
  private static final class Domains extends HashMap<String, Object> {
    private static final long serialVersionUID = 1;

    Domains(Map<String, ? extends Map<String, ?>> known) {
      super(known);
    }

    @Override
    public boolean containsKey(Object key) {
      return key instanceof String;
    }

    @Override
    public Object get(Object key) {
      return getOrDefault(key, Map.of());
    }

    @Override
    public Object getOrDefault(Object key, Object otherwise) {
      var known = super.get(key);
      return known == null ? otherwise : known;
    }
  }

  private static Cel cel(Function<String, BigDecimal> quantities) {
    var functions = new ArrayList<CelFunctionDecl>();
    var bindings = new ArrayList<CelFunctionBinding>();
    add(functions, bindings, "quantity", "string", QUANTITY, s -> new Amount(quantities.apply(s)));
    add(
        functions,
        bindings,
        "isQuantity",
        "string",
        SimpleType.BOOL,
        s -> isQuantity(s, quantities));
    add(functions, bindings, "semver", "string", SEMVER, DeviceExpression::semver);
    add(
        functions,
        bindings,
        "isSemver",
        "string",
        SimpleType.BOOL,
        s -> Semver.parse(s).isPresent());
    addComparisons(functions, bindings);
    addQuantities(functions, bindings);
    for (var part : List.of("major", "minor", "patch")) {
      functions.add(
          CelFunctionDecl.newFunctionDeclaration(
              part, CelOverloadDecl.newMemberOverload("semver_" + part, SimpleType.INT, SEMVER)));
    }
    bindings.add(CelFunctionBinding.from("semver_major", Semver.class, Semver::major));
    bindings.add(CelFunctionBinding.from("semver_minor", Semver.class, Semver::minor));
    bindings.add(CelFunctionBinding.from("semver_patch", Semver.class, Semver::patch));
    return CelFactory.standardCelBuilder()
        .setOptions(
            CelOptions.current()
                .comprehensionMaxIterations(MAX_ITERATIONS)
                .enableOptionalSyntax(true)
                .build())
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addCompilerLibraries(
            CelExtensions.strings(), CelExtensions.bindings(), CelExtensions.optional())
        .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.optional())
        .addVar("device", SimpleType.DYN)
        .addFunctionDeclarations(functions)
        .addFunctionBindings(bindings)
        .build();
  }

  @SuppressWarnings("Immutable") // answers come from pure functions
  private static void add(
      List<CelFunctionDecl> functions,
      List<CelFunctionBinding> bindings,
      String name,
      String suffix,
      CelType result,
      Function<String, Object> answer) {
    var overload = name + "_" + suffix;
    functions.add(
        CelFunctionDecl.newFunctionDeclaration(
            name, CelOverloadDecl.newGlobalOverload(overload, result, SimpleType.STRING)));
    bindings.add(CelFunctionBinding.from(overload, String.class, answer::apply));
  }

  private static void addComparisons(
      List<CelFunctionDecl> functions, List<CelFunctionBinding> bindings) {
    for (var name : List.of("compareTo", "isGreaterThan", "isLessThan")) {
      CelType result = name.equals("compareTo") ? SimpleType.INT : SimpleType.BOOL;
      functions.add(
          CelFunctionDecl.newFunctionDeclaration(
              name,
              CelOverloadDecl.newMemberOverload("quantity_" + name, result, QUANTITY, QUANTITY),
              CelOverloadDecl.newMemberOverload("semver_" + name, result, SEMVER, SEMVER)));
      bindings.add(
          CelFunctionBinding.from(
              "quantity_" + name,
              Amount.class,
              Amount.class,
              (one, other) -> compared(name, one.compareTo(other))));
      bindings.add(
          CelFunctionBinding.from(
              "semver_" + name,
              Semver.class,
              Semver.class,
              (one, other) -> compared(name, one.compareTo(other))));
    }
  }

  private static Object compared(String function, int order) {
    return switch (function) {
      case "isGreaterThan" -> order > 0;
      case "isLessThan" -> order < 0;
      default -> (long) Integer.signum(order);
    };
  }

  private static void addQuantities(
      List<CelFunctionDecl> functions, List<CelFunctionBinding> bindings) {
    for (var name : List.of("add", "sub")) {
      functions.add(
          CelFunctionDecl.newFunctionDeclaration(
              name,
              CelOverloadDecl.newMemberOverload("quantity_" + name, QUANTITY, QUANTITY, QUANTITY)));
    }
    bindings.add(CelFunctionBinding.from("quantity_add", Amount.class, Amount.class, Amount::plus));
    bindings.add(
        CelFunctionBinding.from("quantity_sub", Amount.class, Amount.class, Amount::minus));
    functions.add(
        CelFunctionDecl.newFunctionDeclaration(
            "sign", CelOverloadDecl.newMemberOverload("quantity_sign", SimpleType.INT, QUANTITY)));
    bindings.add(
        CelFunctionBinding.from(
            "quantity_sign", Amount.class, amount -> (long) amount.value().signum()));
    functions.add(
        CelFunctionDecl.newFunctionDeclaration(
            "asInteger",
            CelOverloadDecl.newMemberOverload("quantity_asInteger", SimpleType.INT, QUANTITY)));
    bindings.add(
        CelFunctionBinding.from(
            "quantity_asInteger", Amount.class, amount -> amount.value().longValueExact()));
    functions.add(
        CelFunctionDecl.newFunctionDeclaration(
            "isInteger",
            CelOverloadDecl.newMemberOverload("quantity_isInteger", SimpleType.BOOL, QUANTITY)));
    bindings.add(
        CelFunctionBinding.from(
            "quantity_isInteger", Amount.class, amount -> amount.value().scale() <= 0));
    functions.add(
        CelFunctionDecl.newFunctionDeclaration(
            "asApproximateFloat",
            CelOverloadDecl.newMemberOverload("quantity_asFloat", SimpleType.DOUBLE, QUANTITY)));
    bindings.add(
        CelFunctionBinding.from(
            "quantity_asFloat", Amount.class, amount -> amount.value().doubleValue()));
  }

  private static boolean isQuantity(String text, Function<String, BigDecimal> quantities) {
    try {
      Objects.requireNonNull(quantities.apply(text));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Semver semver(String text) {
    return Semver.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("no semantic version: " + text));
  }
}
