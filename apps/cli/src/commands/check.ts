import { runCheck } from "../check/run-check.ts";
import { toLines } from "../check/to-lines.ts";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";

type Options = { ref?: string; base?: string; docsPath?: string; json?: true };

/** `docsteward check`: what is wrong with a documentation site. Ends with 1 when there are errors. Needs no database. */
export const check = makeCommand(
  "check",
  "Check a documentation site's pages, links, images and navigation (exit code 1 on errors)",
  "docsteward check . --base origin/main",
)
  .argument("<path>", "site folder, or a git repository on this machine")
  .option("--base <ref>", "report only problems from changes since this commit")
  .option("--ref <ref>", "check this commit instead of the files on disk (bare repository: HEAD)")
  .option("--docs-path <path>", "folder of the pages in the repository")
  .option("--json", 'print one JSON object, {"errors":[…],"warnings":[…]}, and nothing else')
  .action(async (target: string, { json, ...options }: Options) => {
    const outcome = await runCheck({ target, ...options });
    const { errors, warnings } = outcome;
    if (json) printJson({ errors, warnings });
    else print(toLines(outcome));
    if (errors.length > 0) process.exitCode = 1;
  });
