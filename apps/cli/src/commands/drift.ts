import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { styleText } from "node:util";
import { DEFAULT_THRESHOLD, type DriftReport, findFalsePages } from "@docsteward/drift/find-false-pages";
import { type GivenPage, readPages } from "@docsteward/drift/repository/corpus";
import { type DriftSource, findStaleFacts, type StaleFacts } from "@docsteward/drift/stale/find-stale-facts";
import { GitError } from "@docsteward/git/error";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { createCommand } from "../command.ts";
import { addSource, parseShare, type SourceOption, UsageError } from "../options.ts";
import { print, stripControlCharacters } from "../output.ts";

type Options = {
  repo: string;
  base?: string;
  head?: string;
  at?: string;
  docs?: string;
  source: SourceOption[];
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
  .option(
    "--source <name=dir@ref>",
    "compare the pages with this repository, too; with @base..head, find what this change makes false (repeatable)",
    addSource,
    [],
  )
  .option("--threshold <share>", "how likely a change must need pages, from 0 to 1", parseShare, DEFAULT_THRESHOLD)
  .option("--json", "print JSON")
  .action(async ({ repo, base, head, at, docs, source, threshold, json }: Options) => {
    const changes = source.filter((one) => one.base !== null);
    const ways = [base !== undefined, at !== undefined, changes.length > 0].filter(Boolean).length;
    if (ways !== 1) throw new UsageError("Use one of --base, --at, and a --source with base..head.");
    if (base !== undefined && source.length > 0)
      throw new UsageError("--source goes with --at. For a change of the source, use --source name=dir@base..head.");
    if (changes.length > 0 && changes.length < source.length)
      throw new UsageError("Give each --source a base..head, or none of them.");
    if (at !== undefined && head !== undefined)
      throw new UsageError("--head goes with --base. Leave it out, or use --base.");
    const repository = await openRepository(repo);
    const isPage = readDocs(docs);
    const toCommit = (ref: string) => findCommit(repository, ref);
    if (at !== undefined) {
      const sources = await Promise.all(source.map(openSource));
      const facts = await findStaleFacts({ repository, head: await toCommit(at), sources, isPage });
      print(json ? JSON.stringify(facts) : formatFacts(facts));
      if (facts.names.length + facts.defaults.length > 0) process.exitCode = 1;
      return;
    }
    if (changes.length > 0) {
      const pages = await readPages(repository, await toCommit(head ?? "HEAD"), isPage);
      const reports = [];
      for (const change of changes) reports.push(await reportChange(change, pages, threshold));
      print(json ? JSON.stringify({ sources: reports }) : reports.map(formatSource).join("\n\n"));
      if (reports.some((report) => report.pages.length > 0)) process.exitCode = 1;
      return;
    }
    const ends = { base: await toCommit(base ?? ""), head: await toCommit(head ?? "HEAD") };
    const report = await findFalsePages({ repository, ...ends, isPage, threshold });
    print(json ? JSON.stringify(report) : formatReport(report));
    if (report.pages.length > 0) process.exitCode = 1;
  });

async function openSource({ name, folder, ref }: SourceOption): Promise<DriftSource> {
  const repository = await openRepository(folder, `--source ${name}=`);
  return { name, repository, head: await findCommit(repository, ref) };
}

type SourceReport = DriftReport & { source: string };

/** Which of the given pages a change of a source makes false. */
async function reportChange(
  option: SourceOption,
  pages: readonly GivenPage[],
  threshold: number,
): Promise<SourceReport> {
  const { name, repository, head } = await openSource(option);
  const base = await findCommit(repository, option.base ?? head);
  return { source: name, ...(await findFalsePages({ repository, base, head, pages, threshold })) };
}

const formatSource = ({ source, ...report }: SourceReport) => `@${source}: ${formatReport(report)}`;

async function openRepository(folder: string, option = "--repo"): Promise<LocalRepository> {
  try {
    return await openLocalRepository(pathToFileURL(resolve(folder)).href);
  } catch (error) {
    if (error instanceof GitError && error.code === "repository_not_found") {
      throw new UsageError(`${folder} is not the folder of a git repository. Use ${option} with its top folder.`);
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

function formatFacts({ names, defaults }: StaleFacts): string {
  const lines = names.map(({ page, line, message, removedBy: { subject } }) => {
    const place = styleText("bold", stripControlCharacters(`${page}:${line}`));
    return `${place} ${stripControlCharacters(message)} (${stripControlCharacters(subject)})`;
  });
  const wrong = defaults.map(
    ({ page, line, message }) =>
      `${styleText("bold", stripControlCharacters(`${page}:${line}`))} ${stripControlCharacters(message)}`,
  );
  const sum =
    names.length === 0
      ? "Every name on the pages exists in the code."
      : `${names.length} name${names.length === 1 ? "" : "s"} that no source knows.`;
  const other =
    defaults.length === 0
      ? []
      : [`${defaults.length} default${defaults.length === 1 ? "" : "s"} that the sources contradict.`];
  return [...lines, ...wrong, sum, ...other].join("\n");
}
