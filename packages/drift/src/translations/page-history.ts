import { readRecords } from "@docsteward/git/cache/read-records";
import type { LocalRepository } from "@docsteward/git/local/local-repository";

/** A commit that changed pages. */
export type PageCommit = { sha: string; time: number; subject: string; paths: string[] };

/** A version of a page: its content, and the commit that made it, as its place among all commits, newest first. */
export type PageVersion = { blob: string; commit: number };

export type PageHistory = {
  commits: PageCommit[];
  /** Versions of the pages by their path at the newest commit, newest first; renames are followed. */
  versions: Map<string, PageVersion[]>;
};

const MAX_COMMITS = 6_000;
const MAX_RECORDS = 1_000_000;

/** Reads which commits made the versions of pages, in one pass over at most 6,000 commits that changed any. */
export async function readPageHistory(
  repository: LocalRepository,
  head: string,
  pages: ReadonlySet<string>,
): Promise<PageHistory> {
  const history: PageHistory = { commits: [], versions: new Map() };
  /** What a page is called in older commits, to what it is called now; several where it was copied. */
  const names = new Map([...pages].map((path) => [path, path]));
  let change: { status: string; after: string } | null = null;
  let old: string | null = null;
  const take = (path: string, from: string | null, after: string) => {
    history.commits.at(-1)?.paths.push(path);
    const now = names.get(path);
    if (now === undefined) return;
    const version = { blob: after, commit: history.commits.length - 1 };
    const versions = history.versions.get(now);
    if (versions) versions.push(version);
    else history.versions.set(now, [version]);
    if (from === null) return;
    names.delete(path);
    names.set(from, now);
  };
  await readRecords(repository, {
    args: [
      "log",
      "-z",
      "--raw",
      "-M",
      "--no-abbrev",
      "--no-merges",
      "--no-show-signature",
      "--format=%x01%H %ct %<(200,trunc)%s",
      `--max-count=${MAX_COMMITS}`,
      head,
      "--",
      "*.md",
      "*.mdx",
    ],
    okCodes: [128],
    maxRecords: MAX_RECORDS,
    onRecord(record) {
      const text = record.startsWith("\n") ? record.slice(1) : record;
      if (text.startsWith("\u0001")) {
        const [sha = "", time = "", ...subject] = text.slice(1).trimEnd().split(" ");
        history.commits.push({ sha, time: Number(time), subject: subject.join(" "), paths: [] });
      } else if (text.startsWith(":")) {
        const [, , , after = "", status = ""] = text.split(" ");
        change = { status, after };
        old = null;
      } else if (change !== null && text !== "") {
        const isPair = change.status.startsWith("R") || change.status.startsWith("C");
        if (isPair && old === null) {
          old = text;
          return;
        }
        if (change.status !== "D") take(text, change.status.startsWith("R") ? old : null, change.after);
        // A page that is added has no older version, whatever had its name before.
        if (change.status === "A") names.delete(text);
        change = null;
      }
    },
  });
  return history;
}
