import { createHash } from "node:crypto";
import { readNames } from "../../../packages/drift/src/names/read-names.ts";
import { roleOf, withoutTranslations } from "../../../packages/drift/src/repository/file-role.ts";
import type { LocalRepository } from "../../../packages/git/src/local/local-repository.ts";
import type { ListedCommits } from "./commit-list.ts";

type Commit = { sha: string; time: number; subject: string; changes: { status: string; path: string }[] };

const NEWEST = 5_000;
const OLDER = 300;
const DAYS = 30 * 24 * 3600;
const MAX_PAGES = 6;
const MAX_CODE = 60;
const OTHER_DOCS = /\.(?:rst|adoc|txt|md|mdx|ipynb)$|(?:^|\/)docs?\//i;
const NO_DOCS = /(?:^|\/)(?:change-?log|changes|news|history)|\.changeset\/|(?:^|\/)changelogs?\//i;
const ROUTINE =
  /^(?:release|bump|v?\d+\.\d+|chore\(release\)|version packages|merge|revert|prepare)|\b(?:release v?\d|bump version|prettier|reformat|typos?|format code|auto-update|regenerate)\b|^docs?\b|\bdocumentation\b|\breadme\b|\(docs?\)|^site\b/i;

/**
 * Chooses commits of a repository by rules alone: those that changed code and one to six existing pages, and those that changed code
 * alone where no page that names what changed was changed in the 30 days after. Which of them is a matter of their ids.
 */
export async function selectCommits(
  repository: LocalRepository,
  name: string,
  wanted: { documented: number; silent: number },
): Promise<ListedCommits> {
  const commits = (await readLog(repository)).slice(0, NEWEST);
  const later = await readPageNames(repository);
  const usable = commits.slice(0, Math.max(commits.length - OLDER, 0));
  const documented: Commit[] = [];
  const alone: Commit[] = [];
  for (const commit of usable) {
    const code = commit.changes.filter(({ path }) => roleOf(path) === "source");
    if (code.length === 0 || commit.changes.length > MAX_CODE || ROUTINE.test(commit.subject)) continue;
    const pages = commit.changes.filter(({ path }) => roleOf(path) === "page");
    const kept = withoutTranslations(pages.map(({ path }) => path));
    const edited = pages.filter(({ status, path }) => status === "M" && kept.includes(path));
    if (pages.length > 0) {
      if (edited.length >= 1 && pages.length <= MAX_PAGES) documented.push(commit);
    } else if (!commit.changes.some(({ path }) => OTHER_DOCS.test(path) && !NO_DOCS.test(path))) alone.push(commit);
  }
  const silent: string[] = [];
  for (const commit of byId(alone)) {
    if (silent.length >= wanted.silent) break;
    if (!(await wasDocumentedLater(repository, commit, later))) silent.push(commit.sha);
  }
  return {
    name,
    documented: byId(documented)
      .slice(0, wanted.documented)
      .map(({ sha }) => sha),
    silent,
  };
}

const byId = (commits: readonly Commit[]) => {
  const order = ({ sha }: Commit) => createHash("sha256").update(sha).digest("hex");
  return commits.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
};

async function readLog(repository: LocalRepository): Promise<Commit[]> {
  const { stdout } = await repository.git({
    args: [
      "log",
      "-z",
      "--no-merges",
      "--format=%x01%H %ct %s",
      "--name-status",
      "--no-renames",
      `--max-count=${NEWEST + OLDER}`,
      "HEAD",
      "--",
    ],
    maxBytes: 512 * 1024 * 1024,
    timeoutMs: 300_000,
  });
  const commits: Commit[] = [];
  let status = "";
  for (const field of stdout.toString("utf8").split("\0")) {
    const text = field.replace(/^\n/, "");
    if (text.startsWith("\u0001")) {
      const [sha = "", time = "", ...subject] = text.slice(1).split(" ");
      commits.push({ sha, time: Number(time), subject: subject.join(" "), changes: [] });
      status = "";
    } else if (text === "") continue;
    else if (status === "") status = text;
    else {
      commits.at(-1)?.changes.push({ status, path: text });
      status = "";
    }
  }
  return commits;
}

type PageNames = { time: number; names: Set<string> };

/** The names on the changed lines of pages, by commit. */
async function readPageNames(repository: LocalRepository): Promise<PageNames[]> {
  const { stdout } = await repository.git({
    args: [
      "log",
      "-p",
      "-U0",
      "--no-merges",
      "--format=%x01%ct",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
      `--max-count=${NEWEST}`,
      "HEAD",
      "--",
      "*.md",
      "*.mdx",
    ],
    maxBytes: 512 * 1024 * 1024,
    overflow: "cut",
    timeoutMs: 300_000,
  });
  const commits: PageNames[] = [];
  let isPage = false;
  for (const line of stdout.toString("utf8").split("\n")) {
    if (line.startsWith("\u0001")) commits.push({ time: Number(line.slice(1)), names: new Set() });
    else if (line.startsWith("diff --git ")) isPage = roleOf(line.slice(line.lastIndexOf(" b/") + 3)) === "page";
    else if (isPage && /^[-+](?![-+]{2})/.test(line)) {
      const names = commits.at(-1)?.names;
      readNames(line.slice(1, 2_000), ({ key, shape }) => void (shape !== "word" && names?.add(key)));
    }
  }
  return commits;
}

async function wasDocumentedLater(
  repository: LocalRepository,
  commit: Commit,
  pages: readonly PageNames[],
): Promise<boolean> {
  const later = pages.filter(({ time }) => time >= commit.time && time <= commit.time + DAYS);
  if (later.length === 0) return false;
  const paths = commit.changes.map(({ path }) => path).filter((path) => roleOf(path) === "source");
  const { stdout } = await repository.git({
    args: [
      "--literal-pathspecs",
      "diff-tree",
      "-p",
      "-r",
      "-U0",
      "--no-commit-id",
      "--no-ext-diff",
      "--no-textconv",
      commit.sha,
      "--",
      ...paths,
    ],
    maxBytes: 4_000_000,
    overflow: "cut",
  });
  const names = new Set<string>();
  for (const line of stdout.toString("utf8").split("\n")) {
    if (/^[-+](?![-+]{2})/.test(line)) {
      readNames(line.slice(1, 2_000), ({ key, shape }) => void (shape !== "word" && names.add(key)));
    }
  }
  // A name that many commits of pages hold says nothing about this one.
  const isRare = (key: string) => later.filter((one) => one.names.has(key)).length <= 2;
  return [...names].some((key) => later.some((one) => one.names.has(key)) && isRare(key));
}
