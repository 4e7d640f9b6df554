/** An expression that `check-expressions.ts` would name, and why it does no harm. */
export type AllowedExpression = {
  readonly file: string;
  /** As the check prints it. */
  readonly expression: string;
  readonly why: string;
};

export const ALLOWED_EXPRESSIONS: readonly AllowedExpression[] = [
  {
    file: "packages/docs/src/docs-map.ts",
    expression: 'new RegExp([...asked].join("|"))',
    why: "at most 200 words of letters and digits beside each other: nothing in it repeats",
  },
  {
    file: "packages/docs/src/search/search-pages.ts",
    expression: 'new RegExp(terms.join("|") || "$", "u")',
    why: "at most 32 terms of letters and digits beside each other: nothing in it repeats",
  },
];
