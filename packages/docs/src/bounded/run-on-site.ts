import { createHash } from "node:crypto";
import { isPageFile } from "@docsteward/contract/docs-files";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { type BoundedPool, type BoundedTask, boundedPool } from "@docsteward/platform/bounded/bounded-pool";
import { oncePer } from "@docsteward/platform/once-per";
import type { DocsReader } from "../docs-reader.ts";
import { type PackedPaths, packNames } from "./packed-names.ts";
import type { SiteTaskInput } from "./site-task.ts";

/** A page that was read as if it were empty, since reading it takes too much. */
export type SkippedPage = {
  /** Label of the reader that it came from. */
  reader: string;
  path: string;
  /** What is wrong, as the end of a sentence: "takes more than 5 s of CPU time". */
  reason: string;
};

/** The readers and the task of one run on a site. */
export type SiteRun = {
  /** By the labels that the task knows them by. */
  readers: Record<string, DocsReader | null>;
  /** Labels of readers whose files never change: what the task remembers of these may leave a skipped page unread. */
  fixed?: string[];
  input?: unknown;
  /** Why a page is to be left empty without being tried, e.g. since an earlier run has found so; undefined for all others. */
  leaveOut?: (path: string) => string | undefined;
  /** What the task may ask besides files, for each time that it begins. `skipped` tells which pages were left empty so far. */
  answers?: (skipped: () => SkippedPage[]) => Record<string, (question: never) => Promise<unknown>>;
};

/** Limits of one run on a site. */
export type SiteRunOptions = {
  /** CPU time of one page; the whole site has 60 times as much. */
  cpuSeconds: number;
  signal?: AbortSignal;
  pool?: BoundedPool;
  /** Whose site it is, so that none keeps all processes busy; the readers' by default. */
  owner?: string;
  /** Threads that the task may start beside its own; none by default. */
  threads?: number;
};

/** Each costs the whole time of a page before it is known. */
const MAX_FOUND = 20;

/**
 * Runs a task that `siteTask` made in a process with bounds on its CPU time and memory, and reads files for it. A page that
 * passes a bound is left empty, and the task begins again without it. This process does not try
 * the same text in the same task again.
 *
 * @throws BoundedError with a sentence for people, where it is no page that takes too much, or too many do; what readers throw
 */
export async function runOnSite<Output>(
  task: BoundedTask,
  run: SiteRun,
  options: SiteRunOptions,
): Promise<{ output: Output; skipped: SkippedPage[] }> {
  const { cpuSeconds, signal, pool = boundedPool(), owner } = options;
  const labelled = Object.entries(run.readers).flatMap(([label, reader]) => (reader ? [{ label, reader }] : []));
  const sent: SiteTaskInput = {
    readers: labelled.map(({ label, reader }) => ({ label, id: idOf(reader), hasAssets: reader.assets !== undefined })),
    threads: options.threads ?? 0,
    input: run.input,
  };
  // What does not change during a job: what was found out about it is in the process that read it last.
  const near = String(Math.min(...sent.readers.map(({ id }) => id)));
  const slowIn = `${task.name} ${cpuSeconds}`;
  let found = 0;
  for (;;) {
    const skipping = labelled.map((of) => skippedIn(of, run.fixed?.includes(of.label) ?? false));
    const skipped = () => skipping.flatMap(({ pages }) => [...pages.values()]);
    const answers = { ...run.answers?.(skipped), ...answersOf(skipping, { slowIn, leaveOut: run.leaveOut }) };
    try {
      const output = await pool.run<Output>(task, sent, {
        cpuSeconds,
        signal,
        answers,
        near,
        owner: owner ?? near,
      });
      return { output, skipped: skipped() };
    } catch (error) {
      if (!(error instanceof BoundedError) || error.reason === "busy") throw error;
      if (sent.threads > 0) {
        // Which page it was is known for certain where there is one at a time.
        sent.threads = 0;
        continue;
      }
      const culprit = await findCulprit(error, labelled);
      if (culprit === null || found >= MAX_FOUND) throw toSentence(error, culprit?.path ?? null);
      rememberSlow(culprit, slowIn, reasonOf(error));
      found += 1;
    }
  }
}

type File = { path: string; text: string };
type Labelled = { label: string; reader: DocsReader };
type Skipping = Labelled & { pages: Map<string, SkippedPage> };
type Question = { label: string; paths: string[] };

const skippedOf = new WeakMap<DocsReader, Skipping["pages"]>();

function skippedIn({ label, reader }: Labelled, isFixed: boolean): Skipping {
  const pages = (isFixed ? skippedOf.get(reader) : undefined) ?? new Map();
  if (isFixed) skippedOf.set(reader, pages);
  return { label, reader, pages };
}

function answersOf(all: Skipping[], { slowIn, leaveOut }: { slowIn: string } & Pick<SiteRun, "leaveOut">) {
  const find = (wanted: string) => {
    const found = all.find(({ label }) => label === wanted);
    if (found === undefined) throw new Error(`There is no reader ${wanted}.`);
    return found;
  };
  return {
    async paths({ label }: Question) {
      const { reader } = find(label);
      const paths = await reader.paths();
      const names = paths.map((path) =>
        slow.has(path) || leaveOut?.(path) !== undefined ? "" : (reader.identify?.(path) ?? ""),
      );
      return { paths: packPaths(paths), names: packNames(names) } satisfies PackedPaths;
    },
    assets: async ({ label }: Question) => packNames([...((await find(label).reader.assets?.()) ?? [])]),
    async readMany({ label, paths }: Question) {
      const { reader, pages } = find(label);
      const files = await reader.readMany(paths);
      return files.map(({ path, text }) => {
        const reason = leaveOut?.(path) ?? (slow.has(path) ? recallSlow({ path, text }, slowIn) : undefined);
        if (reason === undefined) return { path, text };
        pages.set(path, { reader: label, path, reason });
        return { path, text: "" };
      });
    },
  };
}

/** Jobs on a site share the list of its files while none comes or goes. */
const packPaths = oncePer(packNames);

async function findCulprit({ item }: BoundedError, labelled: Labelled[]): Promise<File | null> {
  const place = item?.indexOf(":") ?? -1;
  if (item === null || place < 0) return null;
  const path = item.slice(place + 1);
  const file =
    isPageFile(path) && (await labelled.find(({ label }) => label === item.slice(0, place))?.reader.read(path));
  return file ? { path, text: file.text } : null;
}

function reasonOf({ message, reason }: BoundedError): string {
  if (reason === "crash") return "takes too much memory or stack";
  return `takes ${message.slice(message.lastIndexOf(" took ") + " took ".length, -1)}`;
}

function toSentence(error: BoundedError, page: string | null): BoundedError {
  const { item, reason } = error;
  const path = item === null ? null : item.slice(item.indexOf(":") + 1);
  const what = path === null ? "The site" : path;
  const remedy =
    page !== null
      ? `More than ${MAX_FOUND} pages exceed the time limit for reading: make them smaller or simpler.`
      : "Make it smaller or simpler.";
  return new BoundedError(`${what} ${reasonOf(error)} to read. ${remedy}`, { reason, item: path });
}

let lastId = 0;
const ids = new WeakMap<DocsReader, number>();

function idOf(reader: DocsReader): number {
  const known = ids.get(reader);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(reader, lastId);
  return lastId;
}

/** Texts that this process has found to take too much, by path, the oldest first: only texts at these paths are hashed. */
const MAX_SLOW = 1_000;
const slow = new Map<string, Map<string, string>>();

function rememberSlow({ path, text }: File, slowIn: string, reason: string): void {
  const known = slow.get(path) ?? new Map();
  slow.set(path, known.set(keyOf(text, slowIn), reason));
  const [oldest = ""] = slow.keys();
  if (slow.size > MAX_SLOW) slow.delete(oldest);
}

/** Why a text is known to take too much; undefined for any other. */
function recallSlow({ path, text }: File, slowIn: string): string | undefined {
  return slow.get(path)?.get(keyOf(text, slowIn));
}

const keyOf = (text: string, slowIn: string) => `${slowIn} ${createHash("sha256").update(text).digest("hex")}`;
