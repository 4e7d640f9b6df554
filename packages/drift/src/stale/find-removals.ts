import { GitError } from "@docsteward/git/error";
import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { defines } from "../change/read-change.ts";
import { readNames } from "../names/read-names.ts";
import { roleOf } from "../repository/file-role.ts";
import type { StatedName } from "./stated-names.ts";

/** The commit that took the last use of a name out of the code. */
export type Removal = { sha: string; time: number; subject: string; path: string };

const MAX_COMMITS = 20_000;
const TIMEOUT_MS = 180_000;
const MAX_LINE = 2_000;
/** A path of so many parts is one of this repository, whatever folder it begins in; shorter ones may be a reader's. */
const DEEP = 4;

type RemovalsInput = { head: string; names: readonly StatedName[]; signal: AbortSignal | undefined };

/**
 * Looks for the newest commits that removed names from source code, in one pass over the history. A name that a page got after that
 * commit is another one, and is left out.
 */
export async function findRemovals(
  repository: LocalRepository,
  { head, names, signal }: RemovalsInput,
): Promise<ReadonlyMap<string, Removal>> {
  const paths = new Map<string, string[]>();
  for (const { kind, key } of names)
    if (kind === "path") paths.set(nameOf(key), [...(paths.get(nameOf(key)) ?? []), key]);
  const open = new Map<string, StatedName[]>();
  for (const name of names) if (name.kind !== "path") open.set(name.key, [...(open.get(name.key) ?? []), name]);
  const found = new Map<string, Removal>();
  let commit: Omit<Removal, "path"> = { sha: "", time: 0, subject: "" };
  let file = { path: "", role: "other" as ReturnType<typeof roleOf> };
  let [isHeader, added] = [false, new Set<string>()];

  const takePath = (path: string) => {
    for (const key of paths.get(nameOf(path)) ?? []) {
      const isSame = path === key || (key.split("/").length >= DEEP && path.endsWith(`/${key}`));
      if (isSame && !found.has(key) && roleOf(path) !== "test") found.set(key, { ...commit, path });
    }
  };
  const takeRemoved = (line: string) => {
    readNames(line, ({ key, written, start, end }) => {
      const stated = open.get(key);
      if (stated?.some((name) => isSameName(name, written, file.role)) && defines(line, start, end)) {
        open.delete(key);
        if (!added.has(key)) found.set(key, { ...commit, path: file.path });
      }
    });
  };
  const take = (line: string) => {
    if (line.startsWith("\u0001")) {
      const [sha = "", time = "", ...subject] = line.slice(1).trimEnd().split(" ");
      commit = { sha, time: Number(time), subject: subject.join(" ") };
    } else if (line.startsWith("diff --git ")) {
      const path = line.slice(line.lastIndexOf(" b/") + 3);
      file = { path, role: roleOf(path) };
      isHeader = true;
    } else if (isHeader) {
      if (line.startsWith("deleted file mode")) takePath(file.path);
      else if (line.startsWith("rename from ")) takePath(line.slice(12));
      else if (line.startsWith("@@")) isHeader = false;
    } else if (line.startsWith("-") && (file.role === "source" || file.role === "data") && !isCompletion(file.path))
      takeRemoved(line.slice(1, MAX_LINE));
    // Seen before the removal, newest first: the page got the name after the code had lost it.
    else if (line.startsWith("+") && file.role === "page") {
      readNames(line.slice(1, MAX_LINE), ({ key }) => {
        if (open.has(key)) added.add(key);
      });
    }
  };

  let rest = "";
  const decoder = new TextDecoder();
  const flags = [
    "-p",
    "--unified=0",
    "-M",
    "--no-merges",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
  ];
  try {
    await repository.git({
      args: [
        "log",
        ...flags,
        "--ignore-submodules=all",
        "--format=%x01%H %ct %<(200,trunc)%s",
        `--max-count=${MAX_COMMITS}`,
        head,
        "--",
      ],
      timeoutMs: TIMEOUT_MS,
      overflow: "cut",
      okCodes: [128],
      signal,
      onOutput(chunk) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = (lines.pop() ?? "").slice(0, MAX_LINE);
        for (const line of lines) take(line);
        return open.size === 0 && found.size >= paths.size && paths.size === 0 ? "stop" : undefined;
      },
    });
  } catch (error) {
    // What the newest commits tell is true, however many older ones are left.
    if (!(error instanceof GitError && error.code === "timed_out")) throw error;
  }
  added = new Set();
  return found;
}

/**
 * Whether code names what a page states. A flag is declared with its dashes, as `no-cache` or as `no_cache`; settings of other tools
 * only use flags. Everything else has one spelling.
 */
function isSameName({ kind, key, written }: StatedName, other: string, role: ReturnType<typeof roleOf>): boolean {
  if (kind !== "flag") return other === written;
  return role === "source" && (other === written || other === key || other === key.replaceAll("-", "_"));
}

/** Scripts that complete commands in a shell are made from the code, and repeat names of other products. */
const isCompletion = (path: string) => path.toLowerCase().includes("completion");
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
