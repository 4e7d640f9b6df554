/** What came of one instruction. */
export type Outcome = {
  /** `done` changed files, `nothing` found things as they should be, `unclear` could not be carried out. */
  status: "done" | "nothing" | "unclear";
  /** The instruction as a short imperative line, for the pull request's title. */
  title: string;
  /** What was done and what was left alone, one Markdown line each. */
  lines: string[];
};

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `a`, `b` and 3 more: paths as a list that stays short. */
export function listPaths(paths: readonly string[], max = 8): string {
  const shown = paths.slice(0, max).map((path) => `\`${path}\``);
  const rest = paths.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

export function failureLines(failed: readonly { path: string; error: string }[]): string[] {
  return failed.map(({ path, error }) => `Could not change \`${path}\`: ${error.split("\n", 1)[0]}`);
}
