package karpenter.app.lint;

/// The documents that rules were taken from.
enum Source {
  GUIDE("Production-ready Karpenter configuration"),
  INTRODUCTION("Introduction to Karpenter"),
  PLATFORM("EKS + Karpenter platform guide"),
  NOTES("Karpenter infrastructure notes"),
  COURSE("EKS course, session 50"),
  API("Karpenter's API");

  private final String title;

  Source(String title) {
    this.title = title;
  }

  String at(String place) {
    return title + ", " + place;
  }
}
