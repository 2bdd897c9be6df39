package karpenter.api.schema;

import static karpenter.api.schema.CelRulesTest.rule;
import static karpenter.api.schema.CelRulesTest.set;

import java.util.ArrayList;
import java.util.List;
import karpenter.api.schema.CelRulesTest.Case;

/// Of every rule of the node classes a document that it accepts and one that it refuses.
final class NodeClassCases {
  private static final String EC2 = "EC2NodeClass";
  private static final String OCI = "OciNodeClass";

  private NodeClassCases() {}

  static List<Case> ec2() {
    var cases = new ArrayList<Case>();
    cases.add(
        rule(EC2, "spec#0", set("/spec/role", "x"), set("/spec/instanceProfile", "x"), "spec"));
    var families =
        List.of("AL2", "AL2023", "Bottlerocket", "Windows2019", "Windows2022", "Windows2025");
    for (int i = 0; i < families.size(); i++) {
      var family = families.get(i);
      var alias =
          set(
              "/spec/amiSelectorTerms",
              "[{alias: %s@latest}]".formatted(family.toLowerCase(java.util.Locale.ROOT)));
      var other = families.get((i + 1) % families.size());
      cases.add(
          rule(
              EC2,
              "spec#" + (i + 1),
              alias.and(set("/spec/amiFamily", family)),
              alias.and(set("/spec/amiFamily", other)),
              "spec"));
    }
    var byId = set("/spec/amiSelectorTerms", "[{id: ami-1}]");
    cases.add(rule(EC2, "spec#7", byId.and(set("/spec/amiFamily", "AL2")), byId, "spec"));
    subnets(cases);
    groups(cases);
    reservations(cases);
    images(cases);
    launch(cases);
    return cases;
  }

  private static void subnets(List<Case> cases) {
    var field = "subnetSelectorTerms";
    list(cases, EC2, field, 0, "[{id: subnet-1}]", "[]", "");
    list(cases, EC2, field, 1, "[{tags: {a: b}}]", "[{id: subnet-1}, {}]", "[1]");
    list(
        cases,
        EC2,
        field,
        2,
        "[{id: subnet-1}, {tags: {a: b}}]",
        "[{id: subnet-1}, {id: subnet-2, tags: {a: b}}]",
        "[1]");
    tags(cases, field);
  }

  private static void groups(List<Case> cases) {
    var field = "securityGroupSelectorTerms";
    list(cases, EC2, field, 0, "[{id: sg-1}]", "[]", "");
    list(cases, EC2, field, 1, "[{name: web}]", "[{}]", "[0]");
    list(cases, EC2, field, 2, "[{id: sg-1}]", "[{id: sg-1, tags: {a: b}}]", "[0]");
    list(cases, EC2, field, 3, "[{name: a}]", "[{id: sg-1}, {name: a, tags: {a: b}}]", "[1]");
    tags(cases, field);
  }

  private static void reservations(List<Case> cases) {
    var field = "capacityReservationSelectorTerms";
    list(
        cases,
        EC2,
        field,
        0,
        "[{instanceMatchCriteria: open}]",
        "[{ownerID: '012345678901'}]",
        "[0]");
    list(cases, EC2, field, 1, "[{id: cr-1}]", "[{id: cr-1, ownerID: '012345678901'}]", "[0]");
    tags(cases, field);
    cases.add(
        rule(
            EC2,
            "spec.placementGroupSelector#0",
            set("/spec/placementGroupSelector", "{name: a}"),
            set("/spec/placementGroupSelector", "{name: a, id: pg-1}"),
            "spec.placementGroupSelector"));
  }

  private static void images(List<Case> cases) {
    var field = "amiSelectorTerms";
    var custom = set("/spec/amiFamily", "Custom");
    terms(cases, 0, custom, "[{ssmParameter: /a/b}]", "[{owner: self}]", "[0]");
    terms(cases, 1, custom, "[{id: ami-1}]", "[{id: ami-1, owner: self}]", "[0]");
    terms(cases, 2, custom, "[{alias: al2@v1}]", "[{alias: al2@v1, name: a}]", "[0]");
    terms(cases, 3, custom, "[{alias: al2@v1}]", "[{alias: al2@v1}, {id: ami-1}]", "");
    alias(cases, 0, "al2023@v20240625", "al2023");
    alias(cases, 1, "bottlerocket@v1.2.3", "ubuntu@latest");
    alias(cases, 2, "windows2022@latest", "windows2022@v1");
    cases.add(
        rule(
            EC2,
            "spec." + field + "[].tags#0",
            set("/spec/" + field, "[{tags: {a: b}}]").and(custom),
            set("/spec/" + field, "[{tags: {a: ''}}]").and(custom),
            "spec." + field + "[0].tags.a"));
  }

  private static void alias(List<Case> cases, int number, String good, String bad) {
    cases.add(
        rule(
            EC2,
            "spec.amiSelectorTerms[].alias#" + number,
            set("/spec/amiSelectorTerms", "[{alias: '" + good + "'}]"),
            set("/spec/amiSelectorTerms", "[{alias: '" + bad + "'}]"),
            "spec.amiSelectorTerms[0].alias"));
  }

  private static void terms(
      List<Case> cases, int number, CelRulesTest.Edit also, String good, String bad, String at) {
    cases.add(
        rule(
            EC2,
            "spec.amiSelectorTerms#" + number,
            set("/spec/amiSelectorTerms", good).and(also),
            set("/spec/amiSelectorTerms", bad).and(also),
            "spec.amiSelectorTerms" + at));
  }

  private static void launch(List<Case> cases) {
    cases.add(
        rule(EC2, "spec.role#0", set("/spec/role", "a"), set("/spec/role", "''"), "spec.role"));
    CelRulesTest.Edit noRole =
        document -> {
          ((com.fasterxml.jackson.databind.node.ObjectNode) document.path("spec")).remove("role");
          return document;
        };
    cases.add(
        rule(
            EC2,
            "spec.instanceProfile#0",
            set("/spec/instanceProfile", "a").and(noRole),
            set("/spec/instanceProfile", "''").and(noRole),
            "spec.instanceProfile"));
    var refused =
        List.of(
            "''",
            "kubernetes.io/cluster/shop",
            "eks:eks-cluster-name",
            "karpenter.sh/nodepool",
            "karpenter.sh/nodeclaim",
            "karpenter.k8s.aws/ec2nodeclass");
    for (int i = 0; i < refused.size(); i++) {
      var key = refused.get(i).replace("'", "");
      cases.add(
          rule(
              EC2,
              "spec.tags#" + i,
              set("/spec/tags", "{team: web}"),
              set("/spec/tags", "{" + refused.get(i) + ": a}"),
              "spec.tags[\"" + key + "\"]"));
    }
    var field = "blockDeviceMappings";
    list(
        cases,
        EC2,
        field,
        0,
        "[{rootVolume: true}]",
        "[{rootVolume: true}, {rootVolume: true}]",
        "");
    item(cases, "ebs#0", "{ebs: {volumeSize: 18Ti}}", "{ebs: {encrypted: true}}");
    item(
        cases,
        "ebs#1",
        "{ebs: {snapshotID: snap-1, volumeInitializationRate: 100}}",
        "{ebs: {volumeSize: 1Gi, volumeInitializationRate: 100}}");
    interfaces(cases);
    cases.add(
        rule(
            EC2,
            "spec.connectionTracking#0",
            set("/spec/connectionTracking", "{udpTimeout: 30}"),
            set("/spec/connectionTracking", "{}"),
            "spec.connectionTracking"));
  }

  private static void item(List<Case> cases, String rule, String good, String bad) {
    cases.add(
        rule(
            EC2,
            "spec.blockDeviceMappings[]." + rule,
            set("/spec/blockDeviceMappings", "[" + good + "]"),
            set("/spec/blockDeviceMappings", "[" + bad + "]"),
            "spec.blockDeviceMappings[0].ebs"));
  }

  private static void interfaces(List<Case> cases) {
    var field = "networkInterfaces";
    var first = "{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}";
    var efa = "{networkCardIndex: 1, deviceIndex: %d, interfaceType: efa-only}";
    list(cases, EC2, field, 0, "[" + first + "]", "[" + efa.formatted(0) + "]", "");
    list(
        cases,
        EC2,
        field,
        1,
        "[" + first + ", " + efa.formatted(0) + "]",
        "[" + first + ", " + first + "]",
        "");
    list(
        cases,
        EC2,
        field,
        2,
        "[" + first + ", " + efa.formatted(0) + "]",
        "[" + first + ", " + efa.formatted(0) + ", " + efa.formatted(1) + "]",
        "");
  }

  private static void tags(List<Case> cases, String field) {
    cases.add(
        rule(
            EC2,
            "spec." + field + "[].tags#0",
            set("/spec/" + field, "[{tags: {a: b}}]"),
            set("/spec/" + field, "[{tags: {a: ''}}]"),
            "spec." + field + "[0].tags.a"));
  }

  private static void list(
      List<Case> cases, String kind, String field, int number, String good, String bad, String at) {
    cases.add(
        rule(
            kind,
            "spec." + field.replace("/", ".") + "#" + number,
            set("/spec/" + field, good),
            set("/spec/" + field, bad),
            "spec." + field.replace("/", ".") + at));
  }

  static List<Case> oci() {
    var cases = new ArrayList<Case>();
    ociAliases(cases);
    ociTerms(cases);
    ociValues(cases);
    for (var kubelet : List.of("kubelet", "kubeletConfig")) {
      ociKubelet(cases, kubelet);
    }
    ociTags(cases);
    ociPlacement(cases);
    return cases;
  }

  private static void ociAliases(List<Case> cases) {
    var pairs =
        List.of(
            List.of("subnetSelectorTerms", "[{name: a}]"),
            List.of("securityGroupSelector", "[{name: a}]", "securityGroupSelectorTerms"),
            List.of("bootVolume", "{}", "blockDeviceMappings", "[]"),
            List.of("instanceOptions", "{}", "metadataOptions"),
            List.of("agentPlugins", "[]", "agentList"),
            List.of("kubelet", "{}", "kubeletConfig"),
            List.of("metadata", "{}", "metaData"),
            List.of("preBootstrapScript", "a", "preInstallScript"),
            List.of("postBootstrapScript", "a", "postBootstrapInitScript"),
            List.of("freeformTags", "{}", "tags"));
    for (int i = 0; i < pairs.size(); i++) {
      var pair = pairs.get(i);
      var first = set("/spec/" + pair.get(0), pair.get(1));
      boolean isSubnets = i == 0;
      cases.add(
          rule(
              OCI,
              "spec#" + i,
              isSubnets ? set("/spec/subnetSelector", "[{name: a}]") : first,
              isSubnets
                  ? first
                  : first.and(set("/spec/" + pair.get(2), pair.get(pair.size() == 4 ? 3 : 1))),
              "spec"));
    }
  }

  private static void ociTerms(List<Case> cases) {
    CelRulesTest.Edit noSubnets =
        document -> {
          ((com.fasterxml.jackson.databind.node.ObjectNode) document.path("spec"))
              .remove("subnetSelector");
          return document;
        };
    for (var field :
        List.of(
            "subnetSelector",
            "subnetSelectorTerms",
            "securityGroupSelector",
            "securityGroupSelectorTerms",
            "podNetwork/podSubnetSelector",
            "podNetwork/podSecurityGroupSelector")) {
      var also = field.equals("subnetSelectorTerms") ? noSubnets : CelRulesTest.NONE;
      var path = "spec." + field.replace("/", ".");
      cases.add(
          rule(
              OCI,
              path + "#0",
              set("/spec/" + field, "[{tags: {a: b}}]").and(also),
              set("/spec/" + field, "[{compartmentId: ocid1.compartment.oc1..a}]").and(also),
              path + "[0]"));
      cases.add(
          rule(
              OCI,
              path + "#1",
              set("/spec/" + field, "[{id: ocid1.subnet.oc1..a}]").and(also),
              set("/spec/" + field, "[{name: a}, {id: ocid1.subnet.oc1..a, name: a}]").and(also),
              path + "[1]"));
    }
    list(cases, OCI, "imageSelector", 0, "[{os: Oracle Linux}]", "[{pinned: true}]", "[0]");
    list(
        cases,
        OCI,
        "imageSelector",
        1,
        "[{id: ocid1.image.oc1..a, compartmentId: ocid1.compartment.oc1..a}]",
        "[{id: ocid1.image.oc1..a, os: Oracle Linux}]",
        "[0]");
  }

  private static void ociValues(List<Case> cases) {
    cases.add(
        rule(
            OCI,
            "spec.bootVolume.vpusPerGB#0",
            set("/spec/bootVolume", "{vpusPerGB: 20}"),
            set("/spec/bootVolume", "{vpusPerGB: 25}"),
            "spec.bootVolume.vpusPerGB"));
    cases.add(
        rule(
            OCI,
            "spec.bootConfig.bootVolumeVpusPerGB#0",
            set("/spec/bootConfig", "{bootVolumeSizeInGBs: 50, bootVolumeVpusPerGB: 20}"),
            set("/spec/bootConfig", "{bootVolumeSizeInGBs: 50, bootVolumeVpusPerGB: 25}"),
            "spec.bootConfig.bootVolumeVpusPerGB"));
    cases.add(
        rule(
            OCI,
            "spec.blockDevices[].vpusPerGB#0",
            set("/spec/blockDevices", "[{sizeInGBs: 50, vpusPerGB: 0}]"),
            set("/spec/blockDevices", "[{sizeInGBs: 50, vpusPerGB: 5}]"),
            "spec.blockDevices[0].vpusPerGB"));
    cases.add(
        rule(
            OCI,
            "spec.blockDeviceMappings[].ebs.encrypted#0",
            set("/spec/blockDeviceMappings", "[{ebs: {encrypted: true}}]"),
            set("/spec/blockDeviceMappings", "[{ebs: {encrypted: false}}]"),
            "spec.blockDeviceMappings[0].ebs.encrypted"));
  }

  private static void ociKubelet(List<Case> cases, String name) {
    var at = "/spec/" + name;
    var path = "spec." + name;
    cases.add(
        rule(
            OCI,
            path + "#0",
            set(at, "{imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 70}"),
            set(at, "{imageGCHighThresholdPercent: 70, imageGCLowThresholdPercent: 70}"),
            path));
    var both = "{evictionSoft: {pid.available: 5%}, evictionSoftGracePeriod: {pid.available: 1m}}";
    cases.add(
        rule(
            OCI, path + "#1", set(at, both), set(at, "{evictionSoft: {pid.available: 5%}}"), path));
    cases.add(
        rule(
            OCI,
            path + "#2",
            set(at, both),
            set(at, "{evictionSoftGracePeriod: {pid.available: 1m}}"),
            path));
    for (var reserved : List.of("systemReserved", "kubeReserved")) {
      cases.add(
          rule(
              OCI,
              path + "." + reserved + "#0",
              set(at, "{" + reserved + ": {cpu: 100m}}"),
              set(at, "{" + reserved + ": {gpu: '1'}}"),
              path + "." + reserved + ".gpu"));
      cases.add(
          rule(
              OCI,
              path + "." + reserved + "#1",
              set(at, "{" + reserved + ": {cpu: 100m}}"),
              set(at, "{" + reserved + ": {cpu: -100m}}"),
              path + "." + reserved + ".cpu"));
    }
    cases.add(
        rule(
            OCI,
            path + ".evictionHard#0",
            set(at, "{evictionHard: {memory.available: 5%}}"),
            set(at, "{evictionHard: {memory: 5%}}"),
            path + ".evictionHard.memory"));
    cases.add(
        rule(
            OCI,
            path + ".evictionSoft#0",
            set(at, both),
            set(at, "{evictionSoft: {memory: 5%}, evictionSoftGracePeriod: {pid.available: 1m}}"),
            path + ".evictionSoft.memory"));
    cases.add(
        rule(
            OCI,
            path + ".evictionSoftGracePeriod#0",
            set(at, both),
            set(at, "{evictionSoft: {pid.available: 5%}, evictionSoftGracePeriod: {memory: 1m}}"),
            path + ".evictionSoftGracePeriod.memory"));
  }

  private static void ociTags(List<Case> cases) {
    var keys = List.of("a.b", "'a b'", "a".repeat(101));
    for (var field : List.of("freeformTags", "freeFormTags", "tags")) {
      for (int i = 0; i < keys.size(); i++) {
        cases.add(tagged(field, i, "{" + keys.get(i) + ": c}", keys.get(i)));
      }
    }
    cases.add(tagged("definedTags", 0, "{'': {}}", ""));
    for (int i = 0; i < keys.size(); i++) {
      cases.add(tagged("definedTags", i + 1, "{" + keys.get(i) + ": {}}", keys.get(i)));
    }
  }

  private static Case tagged(String field, int number, String bad, String key) {
    var plain = key.replace("'", "");
    var shown = plain.length() > 100 ? plain.substring(0, 100) + "…" : plain;
    return rule(
        OCI,
        "spec." + field + "#" + number,
        set("/spec/" + field, field.equals("definedTags") ? "{ops: {team: web}}" : "{team: web}"),
        set("/spec/" + field, bad),
        "spec." + field + "[\"" + shown + "\"]");
  }

  private static void ociPlacement(List<Case> cases) {
    var at = "/spec/placement";
    cases.add(
        rule(
            OCI,
            "spec.placement#0",
            set(at, "{clusterPlacementGroups: []}"),
            set(at, "{clusterPlacementGroups: [], computeCluster: {name: a}}"),
            "spec.placement"));
    cases.add(
        new Case(
            OCI,
            "spec.placement#1",
            set(at, "{computeCluster: {name: a}}"),
            set(at, "{computeCluster: {name: a}, faultDomains: [FAULT-DOMAIN-1]}"),
            set(at, "{computeCluster: {name: b}}"),
            "spec.placement"));
    for (var place :
        List.of("capacityReservations[]", "clusterPlacementGroups[]", "computeCluster")) {
      boolean isList = place.endsWith("[]");
      var field = place.replace("[]", "");
      var form = isList ? "{%s: [%s]}" : "{%s: %s}";
      cases.add(
          rule(
              OCI,
              "spec.placement." + place + "#0",
              set(at, form.formatted(field, "{id: ocid1.x.oc1..a}")),
              set(at, form.formatted(field, "{id: ocid1.x.oc1..a, name: a}")),
              "spec.placement." + field + (isList ? "[0]" : "")));
    }
  }
}
