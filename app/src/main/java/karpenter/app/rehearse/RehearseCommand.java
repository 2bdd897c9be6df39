package karpenter.app.rehearse;

import java.util.concurrent.Callable;
import karpenter.app.ExitCode;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.Scenarios;
import picocli.CommandLine.Command;

/// Runs the operator on a small cluster in memory, in virtual time. The launcher trains the class
/// cache with it: a controller that has to load and interpret its loops first is late for the first
/// pods, and so is a standby that has just taken over.
@Command(
    name = "rehearse",
    hidden = true,
    description = "Plays a small cluster in memory, to warm up.")
public final class RehearseCommand implements Callable<Integer> {
  private static final String STORY = "scale up and down";

  @Override
  public Integer call() throws Exception {
    return Driver.call(
        () -> {
          try (var cluster = new SimulatedCluster(Circumstances.calm(1))) {
            var provider = KwokProvider.plan(KwokCatalogue.standard());
            cluster.run(new OperatorProgram(provider, Settings.DEFAULT, _ -> {}));
            Scenarios.named(STORY).play(cluster);
          }
          return ExitCode.DONE.code();
        });
  }
}
