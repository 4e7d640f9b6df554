import { runBounded } from "../run-bounded.ts";
import { type ChangedFile, type DiffStyle, type RenderedDiff, type RenderedFile, renderDiff } from "./diff.ts";

/** What a difference may have to be shown in a page; the rest is said in a sentence. */
type DiffBounds = {
  fileBytes: number;
  fileLines: number;
  lineCharacters: number;
  totalBytes: number;
  totalLines: number;
  htmlCharacters: number;
};

const BOUNDS: DiffBounds = {
  fileBytes: 200_000,
  fileLines: 3_000,
  lineCharacters: 5_000,
  totalBytes: 400_000,
  totalLines: 6_000,
  htmlCharacters: 8_000_000,
};
const CPU_SECONDS = 3;
/** Files that take too much CPU time, each of which costs a process, before all the others are left out. */
const MAX_SLOW_FILES = 2;

type DiffInput = {
  files: readonly ChangedFile[];
  /** The two commits, which decide over all that is shown. */
  range: { base: string; head: string };
  style: DiffStyle;
};
type Options = { bounds?: DiffBounds; cpuSeconds?: number };
type TaskContext = { startItem(name: string | null): void };

const rendered = createDiffCache({ maxCharacters: 32_000_000 });

/**
 * Renders a difference in a process with bounds, once for the same two commits. What is too large, or takes too much CPU time, is left out
 * with a sentence that says how to see it.
 */
export function renderDiffBounded(input: DiffInput, options: Options = {}): Promise<RenderedDiff> {
  const { range, style } = input;
  return rendered.recall(`${range.base} ${range.head} ${style}`, () => render(input, options));
}

async function render({ files, range, style }: DiffInput, { bounds = BOUNDS, cpuSeconds = CPU_SECONDS }: Options) {
  const leftOut = chooseLeftOut(files, bounds);
  for (let slow = 0; ; slow += 1) {
    const shown = files.filter(({ path }) => !leftOut.has(path));
    try {
      const task = { module: "pull-request/bounded-diff", name: "diffTask" };
      const diff = await runBounded<RenderedDiff>(task, { files: shown, style }, { cpuSeconds });
      return { isKept: true, value: merge({ files, range, diff, leftOut, bounds }) };
    } catch (error) {
      // By its name: Next bundles a copy of the class.
      if (!(error instanceof Error) || error.name !== "BoundedError") throw error;
      const isBusy = "reason" in error && error.reason === "busy";
      const item = "item" in error && typeof error.item === "string" ? error.item : null;
      const paths = item !== null && !isBusy && slow < MAX_SLOW_FILES ? [item] : shown.map(({ path }) => path);
      for (const path of paths) leftOut.set(path, isBusy ? error.message : "The changes take too long to show.");
      if (paths.length !== shown.length || item !== null) continue;
      return { isKept: !isBusy, value: merge({ files, range, diff: { head: "", files: [] }, leftOut, bounds }) };
    }
  }
}

const WARM_UP: ChangedFile = {
  path: "warm-up.mdx",
  status: "added",
  additions: 1,
  deletions: 0,
  patch: "diff --git a/warm-up.mdx b/warm-up.mdx\n--- /dev/null\n+++ b/warm-up.mdx\n@@ -0,0 +1,1 @@\n+# A\n",
};

/**
 * What the process runs, by its name.
 *
 * @public
 */
export async function diffTask(
  { files, style }: Pick<DiffInput, "files" | "style">,
  { startItem }: TaskContext,
): Promise<RenderedDiff> {
  // Loading the highlighter takes a while, which is not the first file's fault.
  await renderDiff([WARM_UP], { style });
  return renderDiff(files, { style, onFile: startItem });
}

/** Names the files that are too large, and those that come after the page is full. One pass over the text. */
function chooseLeftOut(files: readonly ChangedFile[], bounds: DiffBounds): Map<string, string> {
  const leftOut = new Map<string, string>();
  let totalBytes = 0;
  let totalLines = 0;
  for (const { path, patch, isLeftOut } of files) {
    if (isLeftOut) {
      leftOut.set(path, "The difference is too large to show all its changes.");
      continue;
    }
    const bytes = patch.length;
    const { lines, longest } = bytes > bounds.fileBytes ? { lines: 0, longest: 0 } : measure(patch);
    const reason =
      bytes > bounds.fileBytes
        ? "The changes are too large to show."
        : lines > bounds.fileLines
          ? "The file has too many changed lines to show."
          : longest > bounds.lineCharacters
            ? "The file has lines that are too long to show."
            : totalBytes + bytes > bounds.totalBytes || totalLines + lines > bounds.totalLines
              ? "The diff is too long to show this file."
              : null;
    if (reason !== null) {
      leftOut.set(path, reason);
      continue;
    }
    totalBytes += bytes;
    totalLines += lines;
  }
  return leftOut;
}

function measure(text: string): { lines: number; longest: number } {
  let lines = 1;
  let longest = 0;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    longest = Math.max(longest, end - start);
    lines += 1;
    start = end + 1;
  }
  return { lines, longest: Math.max(longest, text.length - start) };
}

type Merge = Pick<DiffInput, "files" | "range"> & {
  diff: RenderedDiff;
  leftOut: Map<string, string>;
  bounds: DiffBounds;
};

function merge({ files, range, diff, leftOut, bounds }: Merge): RenderedDiff {
  const byPath = new Map(diff.files.map((file) => [file.path, file]));
  let characters = diff.head.length;
  const all = files.map(({ patch: _, isLeftOut: __, ...file }): RenderedFile => {
    const shown = byPath.get(file.path);
    characters += shown?.html?.length ?? 0;
    const reason =
      leftOut.get(file.path) ?? (characters > bounds.htmlCharacters ? "The diff is too long to show this file." : null);
    if (reason === null) return shown ?? { ...file, html: null, leftOut: null };
    characters -= shown?.html?.length ?? 0;
    return { ...file, html: null, leftOut: `${reason} To see the changes, run: ${commandFor(range, file.path)}` };
  });
  return { head: diff.head, files: all };
}

function commandFor({ base, head }: DiffInput["range"], path: string): string {
  return `git diff ${base.slice(0, 12)} ${head.slice(0, 12)} -- '${path.replaceAll("'", "'\\''")}'`;
}

type Made = { value: RenderedDiff; isKept: boolean };

type DiffCache = {
  /** The difference that is kept under a name, else the one that `make` gives. Calls at the same time share one. */
  recall(name: string, make: () => Promise<Made>): Promise<RenderedDiff>;
};

/** Keeps the differences that were rendered last, up to so many characters of HTML in all. */
export function createDiffCache({ maxCharacters }: { maxCharacters: number }): DiffCache {
  const kept = new Map<string, RenderedDiff>();
  const underWay = new Map<string, Promise<RenderedDiff>>();
  let characters = 0;

  const drop = (name: string) => {
    const diff = kept.get(name);
    if (diff === undefined) return;
    characters -= sizeOf(diff);
    kept.delete(name);
  };
  const keep = (name: string, diff: RenderedDiff) => {
    drop(name);
    kept.set(name, diff);
    characters += sizeOf(diff);
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
  };

  return {
    async recall(name, make) {
      const known = kept.get(name);
      if (known !== undefined) {
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      const started = underWay.get(name);
      if (started !== undefined) return started;
      const making = make().then(({ value, isKept }) => {
        if (isKept) keep(name, value);
        return value;
      });
      underWay.set(name, making);
      try {
        return await making;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

function sizeOf({ head, files }: RenderedDiff): number {
  return files.reduce((sum, { html, path }) => sum + (html?.length ?? 0) + path.length, head.length);
}
