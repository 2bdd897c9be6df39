package karpenter.app.manifest;

import java.util.List;

/// What a stretch of text yields. Either list may be empty, and both may be filled: the documents
/// before a break are good.
record DocumentParse(List<Document> documents, List<InputProblem> problems) {
  DocumentParse {
    documents = List.copyOf(documents);
    problems = List.copyOf(problems);
  }

  static DocumentParse failed(InputProblem problem) {
    return new DocumentParse(List.of(), List.of(problem));
  }
}
