import { type Match, matchesOf, type Procedure, request } from "../procedure.ts";

/** Result of a search. `isCut` is true when the tool left out matches. */
export type Found = { matches: Match[]; paths: string[]; isCut: boolean; error?: string };

const MAX_PATTERN = 900;

/** Searches all files, or those below `path`, for an extended regular expression. */
export function* grep(pattern: string, say: string, path?: string): Procedure<Found> {
  const reply = yield* request("grep", path === undefined ? { pattern } : { pattern, path }, say);
  const matches = matchesOf(reply);
  const paths = [...new Set(matches.map((match) => match.path))];
  return { matches, paths, isCut: reply.isCut === true, error: reply.error };
}

/** Searches for any of several expressions, in as few calls as the length of a pattern allows. */
export function* grepAny(patterns: readonly string[], say: string, path?: string): Procedure<Found> {
  const chunks: string[] = [];
  for (const pattern of patterns) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + pattern.length < MAX_PATTERN)
      chunks[chunks.length - 1] = `${last}|${pattern}`;
    else chunks.push(pattern);
  }
  const all: Found[] = [];
  for (const [index, chunk] of chunks.entries()) all.push(yield* grep(chunk, index === 0 ? say : "", path));
  return {
    matches: all.flatMap((found) => found.matches),
    paths: [...new Set(all.flatMap((found) => found.paths))],
    isCut: all.some((found) => found.isCut),
    error: all.find((found) => found.error)?.error,
  };
}

/** A text as an extended regular expression that matches it and nothing else. Of a long text, its beginning. */
export function literal(text: string): string {
  const line = text.split(/\r?\n/).reduce((longest, next) => (next.length > longest.length ? next : longest), "");
  return line.slice(0, 200).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Like {@link literal}, whatever the case of its letters. */
export function literalAnyCase(text: string): string {
  return literal(text).replace(/\p{L}/gu, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    return lower === upper || upper.length !== 1 ? letter : `[${lower}${upper}]`;
  });
}
