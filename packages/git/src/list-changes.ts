import type { RepositoryCache } from "./repository-cache.ts";
import type { FileChange } from "./workspace.ts";

/** A change with the file's mode behind it: `000000` when it is gone. */
export type TreeChange = FileChange & { mode: string };

const DIFF = ["diff-tree", "-r", "-M", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index"];
const STATUS = { A: "added", M: "modified", T: "modified", D: "deleted", R: "renamed" } as const;

/**
 * The difference of two trees or commits, a file each, by path. Moves are found.
 *
 * @throws GitError `limit_reached` when it is larger than 20 MB
 */
export async function listChanges(
  cache: Pick<RepositoryCache, "git">,
  from: string,
  to: string,
): Promise<TreeChange[]> {
  if (from === to) return [];
  const maxBytes = 20 * 1024 * 1024;
  const [facts, patch] = await Promise.all([
    cache.git({ args: [...DIFF, "-z", "--raw", "--numstat", from, to], maxBytes }),
    cache.git({ args: [...DIFF, "-p", from, to], maxBytes }),
  ]);
  const { raw, stats } = parseFacts(facts.stdout.toString("utf8"));
  const patches = splitPatch(patch.stdout.toString("utf8"));
  return raw
    .map((change, index) => ({
      ...change,
      ...(stats[index] ?? { additions: 0, deletions: 0 }),
      patch: patches[index] ?? "",
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

type RawChange = Pick<TreeChange, "path" | "from" | "status" | "mode">;
type Stat = Pick<FileChange, "additions" | "deletions">;

/** Raw records (`:modes shas status NUL path NUL [path NUL]`), then as many of numstat, in the same order. */
function parseFacts(text: string): { raw: RawChange[]; stats: Stat[] } {
  const fields = text.split("\0");
  const raw: RawChange[] = [];
  const stats: Stat[] = [];
  let at = 0;
  const next = () => fields[at++] ?? "";
  while (fields[at]?.startsWith(":")) {
    const [, mode = "", , , status = ""] = next().split(" ");
    const letter = status.charAt(0) as keyof typeof STATUS;
    const first = next();
    const isMove = letter === "R";
    raw.push({
      path: isMove ? next() : first,
      ...(isMove ? { from: first } : {}),
      status: STATUS[letter] ?? "modified",
      mode,
    });
  }
  while (stats.length < raw.length) {
    const [added = "", deleted = "", path = ""] = next().split("\t");
    // A move leaves its path empty and names both behind it.
    if (path === "") at += 2;
    stats.push({ additions: Number(added) || 0, deletions: Number(deleted) || 0 });
  }
  return { raw, stats };
}

/** Lines of a file's content begin with a space, a sign or a backslash, so this mark stands between files only. */
function splitPatch(patch: string): string[] {
  return patch === "" ? [] : patch.split(/^(?=diff --git )/m);
}
