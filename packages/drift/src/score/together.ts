import { roleOf } from "../repository/file-role.ts";
import type { PastCommit } from "../repository/source-repository.ts";

/** What earlier commits changed together: how often a page changed with a file, folder, or any code at all. */
export type Together = {
  /** The share of a file's commits that changed a page, by page; and that changed any page. */
  withFile(path: string): Share;
  withFolder(path: string): Share;
  /** How many commits changed a file, and how many of them a page, without any weight. */
  countsOf(path: string, page: string): { commits: number; times: number };
  /** Share of all commits of code that changed pages. */
  rate: number;
  /** The same share for commits of the kind that a message says: a feature, a fix, an internal change. */
  rateOf(message: string): number;
  /** Share of all commits with pages that changed this one. */
  prior(page: string): number;
};

export type Share = { commits: number; documented: number; pages: ReadonlyMap<string, number> };

const NOTHING: Share = { commits: 0, documented: 0, pages: new Map() };
/** A commit of so many files moves or formats things. */
const MAX_FILES = 60;
const MAX_PAGES = 12;
/** Commits after which one counts half. */
const HALF_LIFE = 700;

type Counted = {
  commits: number;
  documented: number;
  pages: Map<string, number>;
  total: number;
  times: Map<string, number>;
};

/** Counts commits, newest first: older ones count less. */
export function readTogether(commits: readonly PastCommit[]): Together {
  const files = new Map<string, Counted>();
  const folders = new Map<string, Counted>();
  const priors = new Map<string, number>();
  const kinds = new Map<CommitKind, { code: number; documented: number }>();
  let [code, documented, pageWeight] = [0, 0, 0];
  commits.forEach(({ paths, subject }, age) => {
    if (paths.length > MAX_FILES) return;
    const sources = paths.filter((path) => isCode(path));
    const pages = paths.filter((path) => roleOf(path) === "page");
    const weight = 0.5 ** (age / HALF_LIFE);
    if (pages.length > 0 && pages.length <= MAX_PAGES) {
      pageWeight += weight;
      for (const page of pages) priors.set(page, (priors.get(page) ?? 0) + weight);
    }
    if (sources.length === 0) return;
    code += weight;
    if (pages.length > 0) documented += weight;
    const kind = kindOf(subject);
    const ofKind = kinds.get(kind) ?? { code: 0, documented: 0 };
    kinds.set(kind, { code: ofKind.code + weight, documented: ofKind.documented + (pages.length > 0 ? weight : 0) });
    const kept = pages.length <= MAX_PAGES ? pages : [];
    for (const path of sources) add(files, path, kept, weight);
    for (const folder of new Set(sources.map(folderOf))) add(folders, folder, kept, weight);
  });
  return {
    withFile: (path) => files.get(path) ?? NOTHING,
    withFolder: (path) => folders.get(folderOf(path)) ?? NOTHING,
    countsOf(path, page) {
      const file = files.get(path);
      return { commits: file?.total ?? 0, times: file?.times.get(page) ?? 0 };
    },
    rate: documented / Math.max(code, 1),
    rateOf(message) {
      const ofKind = kinds.get(kindOf(message.split("\n")[0] ?? "")) ?? { code: 0, documented: 0 };
      return (ofKind.documented + (5 * documented) / Math.max(code, 1)) / (ofKind.code + 5);
    },
    prior: (page) => (priors.get(page) ?? 0) / Math.max(pageWeight, 1),
  };
}

type CommitKind = "feature" | "fix" | "internal" | "other";

/** What a commit says of itself in its first line. */
export function kindOf(subject: string): CommitKind {
  const text = subject.slice(0, 300).toLowerCase();
  const words = text.split(/[^a-z]+/).filter((word) => word !== "");
  const first = words[0] ?? "";
  if (INTERNAL_FIRST.has(first) || text.includes("clean up") || words.some((word) => INTERNAL.has(word)))
    return "internal";
  if (first.startsWith("feat") || words.some((word) => ADDING.has(word))) return "feature";
  return words.some((word) => word.startsWith("fix")) ? "fix" : "other";
}

const ADDING = new Set("add adds added introduce implement support supports allow expose".split(" "));
const INTERNAL_FIRST = new Set(
  "chore refactor test tests ci build style deps revert lint release bump wip cleanup perf".split(" "),
);
const INTERNAL = new Set("refactor cleanup lint flaky internal bump unused benchmark".split(" "));

function isCode(path: string): boolean {
  const role = roleOf(path);
  return role === "source" || role === "data" || role === "test";
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

function add(map: Map<string, Counted>, key: string, pages: readonly string[], weight: number): void {
  let counted = map.get(key);
  if (counted === undefined) {
    counted = { commits: 0, documented: 0, pages: new Map(), total: 0, times: new Map() };
    map.set(key, counted);
  }
  counted.commits += weight;
  counted.total += 1;
  for (const page of pages) counted.times.set(page, (counted.times.get(page) ?? 0) + 1);
  if (pages.length > 0) counted.documented += weight;
  for (const page of pages) counted.pages.set(page, (counted.pages.get(page) ?? 0) + weight);
}
