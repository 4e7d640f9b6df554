import { type Match, matchesOf, type Procedure, request, requestAll, type ToolReply } from "./procedure.ts";
import { applySplices, type Splice, toEditRequests } from "./text/splice.ts";

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

/** Says what to change in a file, from its text. Called again with the new text when the file has changed meanwhile. */
type Plan<Note> = (path: string, text: string) => { splices: Splice[]; note?: Note };

/** Outcome of an edit of several files. */
export type EditedFiles<Note> = {
  /** The text of each changed file before and after, with what the plan noted. */
  changed: Map<string, { before: string; after: string; places: number; note?: Note }>;
  /** Notes on files that needed no change. */
  unchanged: Map<string, Note | undefined>;
  failed: { path: string; error: string }[];
};

const FILES_PER_ROUND = 10;

/** Reads files and changes them by a plan, ten at a time. A file whose edit is refused is read again and tried once more. */
export function* editFiles<Note>(
  paths: readonly string[],
  plan: Plan<Note>,
  say: { read: string; edit: string },
): Procedure<EditedFiles<Note>> {
  const result: EditedFiles<Note> = { changed: new Map(), unchanged: new Map(), failed: [] };
  for (let at = 0; at < paths.length; at += FILES_PER_ROUND) {
    const batch = paths.slice(at, at + FILES_PER_ROUND);
    const refused = yield* editRound(batch, plan, say, result);
    const again = { read: "An edit failed. Reading the file again.", edit: "Trying the edit again." };
    if (refused.length > 0) {
      result.failed.push(
        ...(yield* editRound(
          refused.map(({ path }) => path),
          plan,
          again,
          result,
        )),
      );
    }
  }
  return result;
}

function* editRound<Note>(
  paths: readonly string[],
  plan: Plan<Note>,
  say: { read: string; edit: string },
  result: EditedFiles<Note>,
): Procedure<{ path: string; error: string }[]> {
  const texts = yield* readFiles(paths, say.read);
  const refused = paths.filter((path) => !texts.has(path)).map((path) => ({ path, error: `${path} can't be read.` }));
  const plans = [...texts].map(([path, text]) => ({ path, text, ...plan(path, text) }));
  const edits = plans.map((planned) => ({
    ...planned,
    requests: toEditRequests(planned.path, planned.text, planned.splices),
  }));
  for (const { path, note, requests } of edits) if (requests.length === 0) result.unchanged.set(path, note);

  const replies = yield* requestAll(
    edits.flatMap(({ requests }) => requests),
    say.edit,
  );
  let next = 0;
  for (const { path, text, splices, note, requests } of edits) {
    const own: ToolReply[] = replies.slice(next, next + requests.length);
    next += requests.length;
    const error = own.find((reply) => reply.error !== undefined)?.error;
    if (error !== undefined) refused.push({ path, error });
    else if (requests.length > 0) {
      result.changed.set(path, { before: text, after: applySplices(text, splices), places: splices.length, note });
    }
  }
  return refused;
}

const LINES_PER_READ = 400;

/** Reads whole files, long ones in pieces. Files that cannot be read are left out. */
export function* readFiles(paths: readonly string[], say: string): Procedure<Map<string, string>> {
  const replies = yield* requestAll(
    paths.map((path) => ({ tool: "read", input: { path } })),
    say,
  );
  const texts = new Map<string, string>();
  for (const [index, path] of paths.entries()) {
    const text = yield* readRest(path, replies[index] ?? {});
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Goes on where the first read of a file ended: behind its last line, or at the beginning when the file was too long for one read. */
function* readRest(path: string, first: ToolReply): Procedure<string | undefined> {
  if (first.error !== undefined && !/\bfrom and to\b/.test(first.error)) return undefined;
  if (first.error === undefined && typeof first.text !== "string") return undefined;
  const isWhole = first.error === undefined && Number(first.to) >= Number(first.totalLines);
  if (isWhole) return String(first.text);
  const pieces = first.error === undefined ? [String(first.text)] : [];
  let next = first.error === undefined ? Number(first.to) + 1 : 1;
  for (let total = Number.POSITIVE_INFINITY; next <= total; ) {
    const reply = yield* request("read", { path, from: next, to: next + LINES_PER_READ - 1 });
    if (reply.error !== undefined || typeof reply.text !== "string") return undefined;
    total = Number(reply.totalLines);
    next = Math.max(Number(reply.to), next) + 1;
    pieces.push(reply.text);
  }
  return pieces
    .map((piece, index) => (index < pieces.length - 1 && !piece.endsWith("\n") ? `${piece}\n` : piece))
    .join("");
}
