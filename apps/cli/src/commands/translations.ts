import { styleText } from "node:util";
import { type BehindReport, type BehindSection, findBehindSections } from "@docsteward/drift/translations/find-behind";
import { createCommand } from "../command.ts";
import { findCommit, openRepository, readPagePaths } from "../local-repository.ts";
import { print, stripControlCharacters } from "../output.ts";

type Options = { repo: string; at: string; docs?: string; json?: true };

/** `docsteward translations`: which sections of translated pages are behind their source. Ends with 1 when there are some. Needs no database. */
export const translations = createCommand(
  "translations",
  "Find sections of translated pages that are behind their source (exit code 1 when there are some)",
  "docsteward translations --docs docs/de",
)
  .option("--repo <dir>", "git repository on this machine", ".")
  .option("--at <ref>", "the commit to check", "HEAD")
  .option("--docs <path>", "folder of translated pages, or a glob such as docs/de/**/*.md")
  .option("--json", "print JSON")
  .action(async ({ repo, at, docs, json }: Options) => {
    const repository = await openRepository(repo);
    const head = await findCommit(repository, at);
    const report = await findBehindSections({ repository, head, isPage: readPagePaths(docs) });
    print(json ? JSON.stringify(report) : formatReport(report));
    if (report.sections.length > 0) process.exitCode = 1;
  });

const SAYS = {
  changed: "its source changed",
  added: "it is missing",
  removed: "its source was removed",
} as const;

function formatReport({ pages, sections }: BehindReport): string {
  if (pages === 0) return "No page mirrors a page of another language.";
  const lines = sections.flatMap((section) => [
    `${styleText("bold", stripControlCharacters(placeOf(section)))} ${stripControlCharacters(nameOf(section))}: ${SAYS[section.kind]}`,
    ...section.commits.map(({ sha, subject }) => `  ${sha.slice(0, 10)} ${stripControlCharacters(subject)}`),
  ]);
  const behind = new Set(sections.map(({ page }) => page)).size;
  const sum =
    sections.length === 0
      ? `${count(pages, "translated page")}, all up to date.`
      : `${count(sections.length, "section")} behind, on ${behind} of ${count(pages, "translated page")}.`;
  return [...lines, sum].join("\n");
}

const placeOf = ({ page, line }: BehindSection) => (line === null ? page : `${page}:${line}`);
const nameOf = ({ heading, kind }: BehindSection) =>
  heading === "" ? "Above the first heading" : `Section "${heading}"${kind === "removed" ? "" : " of the source"}`;
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
