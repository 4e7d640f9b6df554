import { branchHead, runGit } from "../git/run-git.ts";
import type { Pull, Repository } from "../state.ts";

export type PullFile = {
  path: string;
  previousPath: string | null;
  status: "added" | "removed" | "modified" | "renamed";
  sha: string;
  additions: number;
  deletions: number;
  /** The hunks, without git's header lines; undefined for binary files. */
  patch: string | undefined;
};

const STATUS = { A: "added", D: "removed", M: "modified", T: "modified", R: "renamed" } as const;

/** What a pull request changes since it left its base, a file an entry, in the order of paths. */
export async function listPullFiles({ path }: Repository, { headSha, baseSha }: Pull): Promise<PullFile[]> {
  const range = `${baseSha}...${headSha}`;
  const options = ["--no-color", "--no-ext-diff", "--no-textconv", "-M", range];
  const [raw, numbers, patches] = await Promise.all([
    runGit({ path, args: ["diff", "--raw", "--no-abbrev", "-z", ...options] }),
    runGit({ path, args: ["diff", "--numstat", "-z", ...options] }),
    runGit({ path, args: ["diff", "--patch", ...options] }),
  ]);
  const counts = readCounts(numbers);
  const hunks = patches === "" ? [] : patches.split(/^(?=diff --git )/m);
  return readRaw(raw).map((file, index) => {
    const start = hunks[index]?.indexOf("\n@@") ?? -1;
    return {
      ...file,
      ...(counts[index] ?? { additions: 0, deletions: 0 }),
      patch: start < 0 ? undefined : hunks[index]?.slice(start + 1),
    };
  });
}

function readRaw(raw: string): Pick<PullFile, "path" | "previousPath" | "status" | "sha">[] {
  const parts = raw.split("\0");
  const files: Pick<PullFile, "path" | "previousPath" | "status" | "sha">[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [, , oldSha = "", newSha = "", letter = "M"] = parts[at]?.split(" ") ?? [];
    const status = STATUS[letter[0] as keyof typeof STATUS] ?? "modified";
    const isRename = status === "renamed";
    const [from = "", to = from] = isRename ? parts.slice(at + 1, at + 3) : parts.slice(at + 1, at + 2);
    files.push({ path: to, previousPath: isRename ? from : null, status, sha: status === "removed" ? oldSha : newSha });
    at += isRename ? 3 : 2;
  }
  return files;
}

function readCounts(numbers: string): { additions: number; deletions: number }[] {
  const found = numbers.matchAll(/(\d+|-)\t(\d+|-)\t(?:[^\0]+\0|\0[^\0]*\0[^\0]*\0)/g);
  return [...found].map(([, added, deleted]) => ({ additions: Number(added) || 0, deletions: Number(deleted) || 0 }));
}

/** Brings an open pull request to where its branches are now. Its head stays in the repository as `refs/pull/N/head`. */
export async function refreshPull(repository: Repository, pull: Pull): Promise<void> {
  if (pull.state !== "open") return;
  const { path } = repository;
  const [head, base] = await Promise.all([branchHead(path, pull.head), branchHead(path, pull.base)]);
  if (base) pull.baseSha = base;
  if (!head || head === pull.headSha) return;
  pull.headSha = head;
  await runGit({ path, args: ["update-ref", `refs/pull/${pull.number}/head`, head] });
}

/** A pull request by its number, or null. */
export function findPull(repository: Repository, number: string | number | undefined): Pull | null {
  return repository.pulls.get(Number(number)) ?? null;
}
