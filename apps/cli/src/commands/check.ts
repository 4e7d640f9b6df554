import { appendFile, writeFile } from "node:fs/promises";
import { Option } from "commander";
import { formatAnnotations, formatMarkdown, formatText, toSarif } from "../check/report.ts";
import { type CheckOutcome, runCheck } from "../check/run-check.ts";
import { createCommand } from "../command.ts";
import { oneOf } from "../options.ts";
import { print } from "../output.ts";

type Format = keyof typeof FORMATS;
type Options = {
  ref?: string;
  since?: string;
  base?: string;
  docsPath?: string;
  fix?: true;
  json?: true;
  format?: Format;
  sarif?: string;
  summary?: string;
};

const FORMATS = {
  text: formatText,
  json: ({ errors, warnings, notes, counts, fixed }: CheckOutcome) =>
    JSON.stringify({ errors, warnings, notes, counts, fixed }),
  sarif: (outcome: CheckOutcome) => JSON.stringify(toSarif(outcome)),
  github: formatAnnotations,
};

/** `docsteward check`: what is wrong with a documentation site. Ends with 1 when there are errors. Needs no database. */
export const check = createCommand(
  "check",
  "Check a documentation site's pages, links, images and navigation (exit code 1 on errors)",
  "docsteward check . --since origin/main",
)
  .argument("[path]", "site folder, or a git repository on this machine", ".")
  .option("--since <ref>", "report only problems from changes since this commit")
  .addOption(new Option("--base <ref>").hideHelp())
  .option("--ref <ref>", "check this commit instead of the files on disk (bare repository: HEAD)")
  .option("--docs-path <path>", "folder of the pages in the repository")
  .option("--fix", "write corrections that have one answer, such as another case, into the files on disk")
  .option(
    "--format <name>",
    "text, json, sarif (SARIF 2.1.0) or github (annotations)",
    oneOf(["text", "json", "sarif", "github"] as const),
  )
  .option("--json", "the same as --format json")
  .option("--sarif <file>", "write SARIF 2.1.0 to this file, too")
  .option("--summary <file>", "append a summary in Markdown to this file, too")
  .action(async (target: string, { json, format, sarif, summary, since, base, ...options }: Options) => {
    const from = since ?? base;
    const outcome = await runCheck({ target, ...options, ...(from !== undefined && { since: from }) });
    print(FORMATS[format ?? (json ? "json" : "text")](outcome));
    if (sarif !== undefined) await writeFile(sarif, `${JSON.stringify(toSarif(outcome), null, 2)}\n`);
    if (summary !== undefined) await appendFile(summary, formatMarkdown(outcome));
    if (outcome.errors.length > 0) process.exitCode = 1;
  });
