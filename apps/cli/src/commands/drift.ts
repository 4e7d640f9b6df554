import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { styleText } from "node:util";
import { DEFAULT_THRESHOLD, type DriftReport, findFalsePages } from "@docsteward/drift/find-false-pages";
import { findStaleNames, type StaleName } from "@docsteward/drift/stale/find-stale-names";
import { GitError } from "@docsteward/git/error";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { createCommand } from "../command.ts";
import { parseShare, UsageError } from "../options.ts";
import { print, stripControlCharacters } from "../output.ts";

type Options = {
  repo: string;
  base?: string;
  head?: string;
  at?: string;
  docs?: string;
  threshold: number;
  json?: true;
};

/** `docsteward drift`: which pages a change of code makes false, or which are false now. Ends with 1 when there are some. Needs no database. */
export const drift = createCommand(
  "drift",
  "Find documentation pages that a code change makes false, or that are false now (exit code 1 when there are some)",
  "docsteward drift --base origin/main --head HEAD",
)
  .option("--repo <dir>", "git repository on this machine", ".")
  .option("--base <ref>", "the change starts where the head left this commit")
  .option("--head <ref>", "the change ends at this commit (HEAD)")
  .option("--at <ref>", "list what pages say at this commit that no source knows")
  .option("--docs <path>", "folder of the pages, or a glob such as docs/**/*.md")
  .option("--threshold <share>", "how likely a change must need pages, from 0 to 1", parseShare, DEFAULT_THRESHOLD)
  .option("--json", "print JSON")
  .action(async ({ repo, base, head, at, docs, threshold, json }: Options) => {
    if ((base === undefined) === (at === undefined)) throw new UsageError("Use either --base, or --at.");
    if (at !== undefined && head !== undefined)
      throw new UsageError("--head goes with --base. Leave it out, or use --base.");
    const repository = await openRepository(repo);
    const isPage = readDocs(docs);
    const toCommit = (ref: string) => findCommit(repository, ref);
    if (at !== undefined) {
      const names = await findStaleNames({ repository, head: await toCommit(at), isPage });
      print(json ? JSON.stringify({ names }) : formatNames(names));
      if (names.length > 0) process.exitCode = 1;
      return;
    }
    const ends = { base: await toCommit(base ?? ""), head: await toCommit(head ?? "HEAD") };
    const report = await findFalsePages({ repository, ...ends, isPage, threshold });
    print(json ? JSON.stringify(report) : formatReport(report));
    if (report.pages.length > 0) process.exitCode = 1;
  });

async function openRepository(folder: string): Promise<LocalRepository> {
  try {
    return await openLocalRepository(pathToFileURL(resolve(folder)).href);
  } catch (error) {
    if (error instanceof GitError && error.code === "repository_not_found") {
      throw new UsageError(`${folder} is not the folder of a git repository. Use --repo with its top folder.`);
    }
    throw error;
  }
}

async function findCommit(repository: LocalRepository, ref: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { stdout, code } = await repository.git({ args, okCodes: [1, 128] });
  if (code !== 0) throw new UsageError(`Commit "${ref}" not found in the repository. Use a branch, tag or commit.`);
  return stdout.toString("latin1").trim();
}

/** A folder, or a glob over paths from the root of the repository. */
function readDocs(docs: string | undefined): (path: string) => boolean {
  if (docs === undefined) return () => true;
  if (/[*?[{]/.test(docs)) {
    const wrong = explainGlob(docs);
    if (wrong !== null) throw new UsageError(wrong);
    return compileGlob(docs);
  }
  const folder = trimSlashes(docs.replace(/^\.\/?/, ""));
  return (path) => folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function formatReport({ pages, silence, base, head }: DriftReport): string {
  const range = `${base.slice(0, 10)}..${head.slice(0, 10)}`;
  if (silence !== null) return `No page to update for ${range}. ${silence}`;
  const blocks = pages.map(({ path, score, reasons }) => {
    const lines = reasons.map(({ lines: at, message }) => {
      const place = at.length === 0 ? path : `${path}:${at.join(",")}`;
      return `  ${styleText("bold", stripControlCharacters(place))} ${stripControlCharacters(message)}`;
    });
    return [`${stripControlCharacters(path)} (${Math.round(score * 100)} %)`, ...lines].join("\n");
  });
  return [...blocks, `${pages.length} page${pages.length === 1 ? "" : "s"} to update for ${range}.`].join("\n\n");
}

function formatNames(names: readonly StaleName[]): string {
  const lines = names.map(({ page, line, message, removedBy: { subject } }) => {
    const place = styleText("bold", stripControlCharacters(`${page}:${line}`));
    return `${place} ${stripControlCharacters(message)} (${stripControlCharacters(subject)})`;
  });
  const sum =
    names.length === 0
      ? "Every name on the pages exists in the code."
      : `${names.length} name${names.length === 1 ? "" : "s"} that no source knows.`;
  return [...lines, sum].join("\n");
}
