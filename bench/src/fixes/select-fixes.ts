import { createHash } from "node:crypto";
import { toKey } from "../../../packages/drift/src/names/read-names.ts";
import { roleOf, withoutTranslations } from "../../../packages/drift/src/repository/file-role.ts";
import { readStatedNames } from "../../../packages/drift/src/stale/stated-names.ts";
import type { LocalRepository } from "../../../packages/git/src/local/local-repository.ts";

/** A statement that a commit of pages alone corrected: what the page said at the commit's parent, in code. */
export type Fix = { sha: string; page: string; written: string };

const NEWEST = 8_000;
/** Of one repository that are looked into. */
const MAX_COMMITS = 250;
/** More pages, and the commit is of another kind. */
const MAX_PAGES = 5;
const MAX_LINES = 40;
const SAME_WORDS = 0.6;
const ROUTINE = /^(?:release|bump|v?\d+\.\d+|merge|revert|prepare)|\b(?:prettier|reformat|translat|i18n|changelog)\b/i;
const NO_CODE = [":(exclude,icase)*.md", ":(exclude,icase)*.mdx", ":(exclude,icase)*.rst", ":(exclude,icase)*.txt"];

/**
 * Finds corrections by rules alone: a commit changed nothing but pages, and in one place of a page a name in code that no file
 * beside the pages had gave way to one that some file has.
 */
export async function selectFixes(repository: LocalRepository, wanted: number): Promise<Fix[]> {
  const found: Fix[] = [];
  for (const sha of byId(await listPageCommits(repository)).slice(0, MAX_COMMITS)) {
    if (found.length >= wanted) break;
    const [fix] = await readFixes(repository, sha);
    if (fix !== undefined) found.push(fix);
  }
  return found;
}

const byId = (shas: readonly string[]) => {
  const order = (sha: string) => createHash("sha256").update(sha).digest("hex");
  return shas.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
};

/** Commits that changed a few pages and nothing else. */
async function listPageCommits(repository: LocalRepository): Promise<string[]> {
  const { stdout } = await repository.git({
    args: [
      ...["log", "-z", "--no-merges", "--format=%x01%H %s", "--name-only", "--no-renames"],
      ...[`--max-count=${NEWEST}`, "HEAD", "--"],
    ],
    maxBytes: 256 * 1024 * 1024,
    overflow: "cut",
    timeoutMs: 120_000,
  });
  const commits: { sha: string; subject: string; paths: string[] }[] = [];
  for (const field of stdout.toString("utf8").split("\0")) {
    const text = field.replace(/^\n/, "");
    if (text.startsWith("\u0001")) {
      const [sha = "", ...subject] = text.slice(1).trimEnd().split(" ");
      commits.push({ sha, subject: subject.join(" "), paths: [] });
    } else if (text !== "") commits.at(-1)?.paths.push(text);
  }
  return commits
    .filter(
      ({ subject, paths }) =>
        paths.length > 0 &&
        paths.length <= MAX_PAGES &&
        paths.every((path) => roleOf(path) === "page") &&
        !ROUTINE.test(subject),
    )
    .map(({ sha }) => sha);
}

type Hunk = { page: string; removed: string[]; added: string[] };

async function readFixes(repository: LocalRepository, sha: string): Promise<Fix[]> {
  const hunks = await readHunks(repository, sha);
  const all = hunks.flatMap(({ added }) => added).join("\n");
  for (const { page, removed, added } of hunks) {
    if (withoutTranslations([page]).length === 0 || removed.length > MAX_LINES || added.length > MAX_LINES) continue;
    const before = namesIn(page, removed);
    const after = namesIn(page, added);
    const isSameLine = (one: string, other: string) =>
      removed.some(
        (line) =>
          line.includes(one) && added.some((next) => next.includes(other) && areAlike(line, next, [one, other])),
      );
    const gone = [...before.values()].filter(({ key }) => !after.has(key) && !all.includes(key));
    const come = [...after.values()].filter(({ key }) => !before.has(key));
    if (gone.length === 0 || gone.length > 2 || come.length === 0 || come.length > 3) continue;
    for (const { written, kind } of gone) {
      const better = come.find((one) => one.kind === kind && isSameLine(written, one.written));
      if (better === undefined || !(await isInCode(repository, `${sha}^`, better.written))) continue;
      if (!(await isInCode(repository, `${sha}^`, written))) return [{ sha, page, written }];
    }
  }
  return [];
}

/** Whether two lines say the same of two names: what a page says otherwise, beside another name, is no correction. */
function areAlike(one: string, other: string, names: readonly string[]): boolean {
  const wordsOf = (line: string) =>
    new Set(names.reduce((text, name) => text.replaceAll(name, " "), line).match(/[\p{L}\d_-]+/gu) ?? []);
  const [before, after] = [wordsOf(one), wordsOf(other)];
  return before.intersection(after).size >= before.union(after).size * SAME_WORDS;
}

const namesIn = (page: string, lines: readonly string[]) =>
  new Map(lines.flatMap((line) => readStatedNames(page, line)).map((name) => [name.key, name]));

async function readHunks(repository: LocalRepository, sha: string): Promise<Hunk[]> {
  const { stdout } = await repository.git({
    args: ["diff-tree", "-p", "-r", "-U0", "--no-commit-id", "--no-ext-diff", "--no-textconv", "--no-renames", sha],
    maxBytes: 400_000,
    overflow: "cut",
  });
  const hunks: Hunk[] = [];
  let page = "";
  for (const line of stdout.toString("utf8").split("\n")) {
    if (line.startsWith("diff --git ")) page = line.slice(line.lastIndexOf(" b/") + 3);
    else if (line.startsWith("@@")) hunks.push({ page, removed: [], added: [] });
    else if (line.startsWith("-") && !line.startsWith("---")) hunks.at(-1)?.removed.push(line.slice(1));
    else if (line.startsWith("+") && !line.startsWith("+++")) hunks.at(-1)?.added.push(line.slice(1));
  }
  return hunks;
}

/** Whether any file beside the pages has a name in some spelling, or a path. */
async function isInCode(repository: LocalRepository, commit: string, written: string): Promise<boolean> {
  if (written.includes("/")) {
    const path = written.replace(/^\.\//, "");
    const { stdout } = await repository.git({
      args: ["ls-tree", "-r", "--name-only", commit],
      maxBytes: 64 * 1024 * 1024,
    });
    return stdout
      .toString("utf8")
      .split("\n")
      .some((one) => one === path || one.endsWith(`/${path}`));
  }
  const parts = toKey(written.replace(/^-+/, "")).split("-");
  const { stdout } = await repository.git({
    args: ["grep", "-l", "-i", "-E", "-e", parts.join("[-_ ]?"), commit, "--", ".", ...NO_CODE],
    okCodes: [1],
    maxBytes: 20_000,
    overflow: "cut",
    timeoutMs: 30_000,
  });
  return stdout.length > 0;
}
