import type { Procedure, ToolReply } from "../procedure.ts";
import { requestAll } from "../procedure.ts";
import { applySplices, type Splice, toEditRequests } from "../text/splice.ts";
import { readFiles } from "./read-files.ts";

/** Says what to change in a file, from its text. Called again with the new text when the file has changed meanwhile. */
export type Plan<Note> = (path: string, text: string) => { splices: Splice[]; note?: Note };

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
