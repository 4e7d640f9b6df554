/**
 * What stands between these in the description of a pull request is the job's; the rest is what people, or the repository's
 * template, put there. Markdown shows neither.
 */
export const OWN_PART = { begin: "<!-- docsteward:begin -->", end: "<!-- docsteward:end -->" } as const;
