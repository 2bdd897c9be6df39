package karpenter.core.disruption;

import java.time.Instant;

/// What the node itself is about, or somebody with it.
public sealed interface NodeObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.BLOCKED;
  }

  /// A command is under way for it.
  record InCommand() implements NodeObstacle {
    @Override
    public String kind() {
      return "in-command";
    }

    @Override
    public String sentence() {
      return "It is part of a disruption that is under way";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// A command for it waits to be checked again.
  record Parked(Instant until) implements NodeObstacle {
    @Override
    public String kind() {
      return "parked";
    }

    @Override
    public String sentence() {
      return "It is about to go, unless something stands in the way at " + Wording.time(until);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// An attempt failed a while ago, and others come first.
  record BackedOff(Instant until) implements NodeObstacle {
    @Override
    public String kind() {
      return "backed-off";
    }

    @Override
    public String sentence() {
      return "The last attempt failed, and the next is not made before " + Wording.time(until);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record Unmanaged() implements NodeObstacle {
    @Override
    public String kind() {
      return "unmanaged";
    }

    @Override
    public String sentence() {
      return "It has no NodeClaim";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record NoNode() implements NodeObstacle {
    @Override
    public String kind() {
      return "no-node";
    }

    @Override
    public String sentence() {
      return "The NodeClaim has no Node yet";
    }
  }

  record NotInitialized() implements NodeObstacle {
    @Override
    public String kind() {
      return "not-initialized";
    }

    @Override
    public String sentence() {
      return "The Node is not initialized yet";
    }
  }

  record Leaving() implements NodeObstacle {
    @Override
    public String kind() {
      return "leaving";
    }

    @Override
    public String sentence() {
      return "The Node is going already";
    }
  }

  /// Pods that wait were promised this node.
  record Nominated(Instant until) implements NodeObstacle {
    @Override
    public String kind() {
      return "nominated";
    }

    @Override
    public String sentence() {
      return "Pods that wait are expected on the Node until " + Wording.time(until);
    }
  }

  record NodeProtected() implements NodeObstacle {
    @Override
    public String kind() {
      return "node-do-not-disrupt";
    }

    @Override
    public String sentence() {
      return "The Node carries karpenter.sh/do-not-disrupt=true";
    }
  }
}
