import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { FileChange } from "../workspace.ts";

/** A change with the file's mode behind it: `000000` when it is gone. */
export type TreeChange = FileDiff;

const MAX_BYTES = 20 * 1024 * 1024;

type ListChangesOptions = {
  /** Stops git after so many bytes, and marks the files whose patches it had not printed; without it, more than 20 MB is an error. */
  cutAtBytes?: number;
  timeoutMs?: number;
};

/**
 * The difference of two trees or commits, a file each, by path. Moves are found.
 *
 * @throws GitError `limit_reached` when it is larger than 20 MB and nothing says where to cut it
 */
export async function listChanges(
  cache: Pick<RepositoryCache, "git">,
  from: string,
  to: string,
  { cutAtBytes, timeoutMs }: ListChangesOptions = {},
): Promise<TreeChange[]> {
  if (from === to) return [];
  const { stdout, isCut } = await cache.git({
    args: [
      "diff-tree",
      "-r",
      "-M",
      "-z",
      "--raw",
      "--numstat",
      "--patch",
      "--full-index",
      "--no-ext-diff",
      "--no-textconv",
      "--no-color",
      "--diff-algorithm=histogram",
      from,
      to,
    ],
    maxBytes: cutAtBytes ?? MAX_BYTES,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(cutAtBytes !== undefined && { overflow: "cut" }),
  });
  return parseDiff(stdout.toString("utf8"), { isCut }).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file's change with the file's mode behind it: `000000` when it is gone. */
type FileDiff = FileChange & { mode: string };

type RawChange = Pick<FileDiff, "path" | "from" | "status" | "mode"> & { letter: string };
type Counts = Pick<FileDiff, "additions" | "deletions">;

const STATUS: Record<string, FileChange["status"]> = { A: "added", D: "deleted", R: "renamed" };

/**
 * Reads what `git diff-tree -z --raw --numstat --patch` prints: a raw record a file, a record of counts a file, and the patches,
 * all three in the same order.
 *
 * @param options.isCut git was stopped somewhere: half a record is dropped, and a patch that is not whole is left out
 */
export function parseDiff(text: string, { isCut = false }: { isCut?: boolean } = {}): FileDiff[] {
  const read = createReader(text);
  const raw: RawChange[] = [];
  while (read.startsWith(":")) raw.push(readRaw(read));
  if (isCut && read.isAtEnd()) raw.pop();
  const counts = raw.map(() => readCounts(read));
  // An empty field stands between the records and the patches.
  if (raw.length > 0) read.next();
  const patches = splitPatches(read.rest());
  if (isCut) patches.pop();
  return raw.map(({ letter, ...change }, index) => {
    // A file that becomes a link, or the other way round, is printed as a deletion and an addition.
    const parts = patches.splice(0, letter === "T" ? 2 : 1);
    if (isCut && parts.length < (letter === "T" ? 2 : 1)) {
      return { ...change, ...(counts[index] ?? { additions: 0, deletions: 0 }), patch: "", isLeftOut: true };
    }
    const patch = parts.join("");
    return { ...change, ...(counts[index] ?? { additions: 0, deletions: 0 }), patch };
  });
}

type Reader = ReturnType<typeof createReader>;

function createReader(text: string) {
  let at = 0;
  return {
    startsWith: (mark: string) => text.startsWith(mark, at),
    /** The field up to the next NUL. */
    next() {
      const end = text.indexOf("\0", at);
      const field = text.slice(at, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
      return field;
    },
    isAtEnd: () => at >= text.length,
    rest: () => text.slice(at),
  };
}

/** `:modes shas status NUL path NUL`, and for a move `… NUL from NUL to NUL`. */
function readRaw(read: Reader): RawChange {
  const [, mode = "", , , code = ""] = read.next().split(" ");
  const letter = code.charAt(0);
  const status = STATUS[letter] ?? "modified";
  const path = read.next();
  return letter === "R" ? { path: read.next(), from: path, status, mode, letter } : { path, status, mode, letter };
}

/** `added TAB deleted TAB path NUL`, and for a move `added TAB deleted TAB NUL from NUL to NUL`; `-` counts a binary file. */
function readCounts(read: Reader): Counts {
  const [added = "", deleted = "", ...path] = read.next().split("\t");
  if (path.join("\t") === "") {
    read.next();
    read.next();
  }
  return { additions: Number(added) || 0, deletions: Number(deleted) || 0 };
}

/**
 * A line of a file's content begins with a space, a sign or a backslash, so this mark stands between files only.
 *
 * Lines end with LF alone here: `^` of a regular expression would also see one behind a CR in a page.
 */
function splitPatches(text: string): string[] {
  const starts = [...text.matchAll(/(?<![^\n])diff --git /g)].map(({ index }) => index);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}
