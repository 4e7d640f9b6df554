/** What speaks for one page, each from 0 up; the names are those of the model. */
export const PAGE_FEATURES = [
  "bm25",
  "gone",
  "goneMax",
  "goneDefined",
  "fewer",
  "fresh",
  "freshDefined",
  "more",
  "edited",
  "editedDefined",
  "around",
  "heading",
  "inTests",
  "value",
  "valueStated",
  "lostDefined",
  "renamed",
  "literals",
  "versions",
  "gonePhrases",
  "listing",
  "listingShare",
  "removedPhrases",
  "addedPhrases",
  "message",
  "messageTitle",
  "messageBody",
  "pathTitle",
  "togetherFile",
  "togetherSum",
  "togetherFolder",
  "prior",
  "linked",
  "siblings",
  "fileNames",
  "length",
] as const;

export type PageFeature = (typeof PAGE_FEATURES)[number];

/** What speaks for any page at all. */
export const CHANGE_FEATURES = [
  "lines",
  "files",
  "testShare",
  "dataShare",
  "comments",
  "exports",
  "texts",
  "goneNames",
  "goneDefined",
  "freshNames",
  "freshFlags",
  "freshDefined",
  "editedKnown",
  "values",
  "valuesKnown",
  "documentedFile",
  "documentedMean",
  "documentedFolder",
  "rate",
  "feat",
  "fix",
  "internal",
  "breaking",
  "adds",
  "removes",
  "renames",
  "deprecates",
  "options",
  "messageLength",
  "publicPath",
  "helpTexts",
  "deprecations",
  "newFiles",
  "goneFiles",
  "addedShare",
  "rateOfKind",
  "siblingsNew",
  "pages",
] as const;

export type ChangeFeature = (typeof CHANGE_FEATURES)[number];

/** The features of one page. */
export type PageEvidence = Record<PageFeature, number>;

/** Everything that a score is made of. */
export type Evidence = {
  pages: Map<string, PageEvidence>;
  /** Pages that state what no code has any more, or a value that is another one now: nothing has to be weighed for these. */
  certain: Set<string>;
  change: Record<ChangeFeature, number>;
};

/** The features of a page, made when it is first asked for. */
export type EvidenceOf = (path: string) => PageEvidence;
