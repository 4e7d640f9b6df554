import { appendFile } from "node:fs/promises";
import { styleText } from "node:util";
import { DEFAULT_THRESHOLD, type DriftReport, findFalsePages } from "@docsteward/drift/find-false-pages";
import { type GivenPage, readPages } from "@docsteward/drift/repository/corpus";
import { type DriftSource, findStaleFacts, type StaleFacts } from "@docsteward/drift/stale/find-stale-facts";
import { createCommand } from "../command.ts";
import { formatAnnotation, toCell } from "../github-actions.ts";
import { findCommit, openRepository, readPagePaths } from "../local-repository.ts";
import { addSource, oneOf, parseShare, type SourceOption, UsageError } from "../options.ts";
import { print, stripControlCharacters } from "../output.ts";

type Options = {
  repo: string;
  base?: string;
  head?: string;
  at?: string;
  docs?: string;
  source: SourceOption[];
  threshold: number;
  format?: "text" | "json" | "github";
  summary?: string;
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
  .option(
    "--format <name>",
    "with --base: text, json or github (annotations)",
    oneOf(["text", "json", "github"] as const),
  )
  .option("--summary <file>", "with --base: append a summary in Markdown to this file")
  .action(async ({ repo, base, head, at, docs, source, threshold, format, summary, ...options }: Options) => {
    const json = options.json || format === "json";
    const changes = source.filter((one) => one.base !== null);
    const ways = [base !== undefined, at !== undefined, changes.length > 0].filter(Boolean).length;
    if (ways !== 1) throw new UsageError("Use one of --base, --at, and a --source with base..head.");
    if (base !== undefined && source.length > 0)
      throw new UsageError("--source goes with --at. For a change of the source, use --source name=dir@base..head.");
    if (changes.length > 0 && changes.length < source.length)
      throw new UsageError("Give each --source a base..head, or none of them.");
    if (at !== undefined && head !== undefined)
      throw new UsageError("--head goes with --base. Leave it out, or use --base.");
    if (base === undefined && (format === "github" || summary !== undefined))
      throw new UsageError("--format github and --summary go with --base.");
    const repository = await openRepository(repo);
    const isPage = readPagePaths(docs);
    const toCommit = (ref: string) => findCommit(repository, ref);
    if (at !== undefined) {
      const sources = await Promise.all(source.map(openSource));
      const facts = await findStaleFacts({ repository, head: await toCommit(at), sources, isPage });
      print(json ? JSON.stringify(facts) : formatFacts(facts));
      const { names, defaults, slips, samples } = facts;
      if ([names, defaults, slips, samples].some((found) => found.length > 0)) process.exitCode = 1;
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
    print(json ? JSON.stringify(report) : format === "github" ? formatMarks(report) : formatReport(report));
    if (summary !== undefined) await appendFile(summary, formatSummary(report));
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

function formatReport(report: DriftReport): string {
  const { pages } = report;
  const blocks = pages.map(({ path, score, reasons }) => {
    const lines = reasons.map(({ lines: at, message }) => {
      const place = at.length === 0 ? path : `${path}:${at.join(",")}`;
      return `  ${styleText("bold", stripControlCharacters(place))} ${stripControlCharacters(message)}`;
    });
    return [`${stripControlCharacters(path)} (${Math.round(score * 100)} %)`, ...lines].join("\n");
  });
  return [...blocks, sumOf(report)].join("\n\n");
}

/** Marks each reason at its lines. GitHub refuses more than some of them a step, and shows the first. */
function formatMarks(report: DriftReport): string {
  const marks = report.pages.flatMap(({ path, reasons }) =>
    reasons.map(({ lines, message }) =>
      formatAnnotation("warning", { file: path, line: lines[0] ?? 1, title: "Page to update" }, message),
    ),
  );
  return [...marks, sumOf(report)].join("\n");
}

const MAX_ROWS = 200;

function formatSummary(report: DriftReport): string {
  const rows = report.pages.flatMap(({ path, reasons }) =>
    reasons.map(({ lines, message }) => `| ${toCell([path, ...lines.slice(0, 1)].join(":"))} | ${toCell(message)} |`),
  );
  const table = rows.length === 0 ? [] : ["| Page | Why |", "| --- | --- |", ...rows.slice(0, MAX_ROWS), ""];
  return ["### Pages that this change makes false", "", sumOf(report), "", ...table].join("\n");
}

function sumOf({ pages, silence, base, head }: DriftReport): string {
  const range = `${base.slice(0, 10)}..${head.slice(0, 10)}`;
  if (silence !== null) return `No page to update for ${range}. ${silence}`;
  return `${pages.length} page${pages.length === 1 ? "" : "s"} to update for ${range}.`;
}

function formatFacts({ names, defaults, slips, samples }: StaleFacts): string {
  const lines = names.map(({ page, line, message, removedBy: { subject } }) => {
    const place = styleText("bold", stripControlCharacters(`${page}:${line}`));
    return `${place} ${stripControlCharacters(message)} (${stripControlCharacters(subject)})`;
  });
  const wrong = [...slips, ...defaults, ...samples].map(
    ({ page, line, message }) =>
      `${styleText("bold", stripControlCharacters(`${page}:${line}`))} ${stripControlCharacters(message)}`,
  );
  const unknown = names.length + slips.length;
  const sum =
    unknown === 0
      ? "Every name on the pages exists in the code."
      : `${unknown} name${unknown === 1 ? "" : "s"} that no source knows.`;
  const other =
    defaults.length === 0
      ? []
      : [`${defaults.length} default${defaults.length === 1 ? "" : "s"} that the sources contradict.`];
  const shown =
    samples.length === 0
      ? []
      : [`${samples.length} place${samples.length === 1 ? "" : "s"} in samples that the sources contradict.`];
  return [...lines, ...wrong, sum, ...other, ...shown].join("\n");
}
