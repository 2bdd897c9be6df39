package karpenter.api.device;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What an expression may cost at most, in characters and elements looked at, before it is ever
/// asked. A few `replace` or `cel.bind` in a row can make more text than there is memory, and a
/// comparison of lists inside lists take longer than anybody waits; an API server refuses such
/// expressions by an estimate as well.
///
/// Sizes are upper bounds: what a variable holds, how often a loop runs and how much a function
/// yields are taken at their most.
final class ExpressionCost {
  /// A device has 32 attributes of 64 characters at most.
  private static final double DEVICE = 2048;

  private static final double MAX_ITERATIONS = 10_000;

  /// Those that yield a number or a truth, however much they look at.
  private static final Set<String> SMALL =
      Set.of(
          "_==_",
          "_!=_",
          "_<_",
          "_<=_",
          "_>_",
          "_>=_",
          "_&&_",
          "_||_",
          "!_",
          "-_",
          "@in",
          "in",
          "@not_strictly_false",
          "matches",
          "contains",
          "startsWith",
          "endsWith",
          "size",
          "indexOf",
          "lastIndexOf",
          "isQuantity",
          "isSemver",
          "isGreaterThan",
          "isLessThan",
          "compareTo",
          "hasValue",
          "sign",
          "isInteger",
          "asInteger",
          "asApproximateFloat",
          "type",
          "bool",
          "int",
          "uint",
          "double",
          "major",
          "minor",
          "patch");

  private double work;

  private ExpressionCost() {}

  static double of(CelExpr expression) {
    var cost = new ExpressionCost();
    return cost.size(expression, Map.of(), 1) + cost.work;
  }

  /// @param times how often it is looked at
  private double size(CelExpr expression, Map<String, Double> variables, double times) {
    return switch (expression.exprKind().getKind()) {
      case CONSTANT -> size(expression.constant());
      case IDENT -> variables.getOrDefault(expression.ident().name(), DEVICE);
      case SELECT -> size(expression.select().operand(), variables, times);
      case CALL -> size(expression.call(), variables, times);
      case LIST -> {
        double sum = 1;
        for (var element : expression.list().elements()) {
          sum += size(element, variables, times);
        }
        yield sum;
      }
      case MAP -> {
        double sum = 1;
        for (var entry : expression.map().entries()) {
          sum += size(entry.key(), variables, times) + size(entry.value(), variables, times);
        }
        yield sum;
      }
      case STRUCT -> {
        double sum = 1;
        for (var entry : expression.struct().entries()) {
          sum += size(entry.value(), variables, times);
        }
        yield sum;
      }
      case COMPREHENSION -> size(expression.comprehension(), variables, times);
      case NOT_SET -> 1;
    };
  }

  private static double size(CelConstant constant) {
    return switch (constant.getKind()) {
      case STRING_VALUE -> 1.0 + constant.stringValue().length();
      case BYTES_VALUE -> 1.0 + constant.bytesValue().size();
      default -> 1;
    };
  }

  private double size(CelCall call, Map<String, Double> variables, double times) {
    double sum = 1;
    double first = 1;
    double last = 1;
    double most = 1;
    if (call.target().isPresent()) {
      first = size(call.target().get(), variables, times);
      sum += first;
    }
    for (int i = 0; i < call.args().size(); i++) {
      double argument = size(call.args().get(i), variables, times);
      first = call.target().isEmpty() && i == 0 ? argument : first;
      last = i < 2 ? argument : last;
      most = i > 0 ? Math.max(most, argument) : most;
      sum += argument;
    }
    double yielded =
        switch (call.function()) {
          case "replace", "join" -> first * (1 + last);
          case "strings.quote", "quote", "split" -> 2 * sum;
          case "_?_:_" -> most;
          case "_[_]", "_[?_]", "_?._" -> first;
          case String function -> SMALL.contains(function) ? 1 : sum;
        };
    // A pattern is tried at every character.
    double looked = call.function().equals("matches") ? first * last : sum;
    work += times * (looked + yielded);
    return yielded;
  }

  private double size(CelComprehension loop, Map<String, Double> variables, double times) {
    double range = size(loop.iterRange(), variables, times);
    double begun = size(loop.accuInit(), variables, times);
    var inside = new HashMap<>(variables);
    var literal = loop.iterRange().exprKind().getKind() == CelExpr.ExprKind.Kind.LIST;
    if (literal && loop.iterRange().list().elements().isEmpty()) {
      // cel.bind: a name for a value, and a loop that never runs.
      inside.put(loop.accuVar(), begun);
      return size(loop.result(), inside, times);
    }
    double turns =
        Math.min(MAX_ITERATIONS, literal ? loop.iterRange().list().elements().size() : range);
    inside.put(loop.iterVar(), range);
    if (!loop.iterVar2().isEmpty()) {
      inside.put(loop.iterVar2(), range);
    }
    inside.put(loop.accuVar(), 0.0);
    var _ = size(loop.loopCondition(), inside, times * turns);
    double step = size(loop.loopStep(), inside, times * turns);
    inside.put(loop.accuVar(), begun + turns * step);
    return size(loop.result(), inside, times);
  }
}
