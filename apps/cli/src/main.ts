import { AppError } from "@docsteward/contract/error";
import { CommanderError } from "commander";
import { jobCreate } from "./commands/job-create.ts";
import { jobList } from "./commands/job-list.ts";
import { jobWatch } from "./commands/job-watch.ts";
import { keyCreate } from "./commands/key-create.ts";
import { keyList } from "./commands/key-list.ts";
import { keyRevoke } from "./commands/key-revoke.ts";
import { projectCreate } from "./commands/project-create.ts";
import { projectList } from "./commands/project-list.ts";
import { makeGroup } from "./make-command.ts";
import { say } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const FAILED = 1;
const WRONG_ARGUMENTS = 2;

const docsteward = makeGroup("docsteward", "Projects, keys and jobs of this Docsteward, for operators and scripts", [
  makeGroup("project", "Documentation sites", [projectCreate, projectList]),
  makeGroup("key", "API keys", [keyCreate, keyList, keyRevoke]),
  makeGroup("job", "Agent jobs", [jobCreate, jobWatch, jobList]),
]);

/** Tells a failure in a sentence on stderr, and says which exit code it means. */
function explain(error: unknown): number {
  // Commander has written its own words already; its code is 0 after --help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_ARGUMENTS;
  if (!(error instanceof Error)) throw error;
  say(error.message);
  const isUsage = error instanceof UsageError || (error instanceof AppError && error.code === "invalid_request");
  return isUsage ? WRONG_ARGUMENTS : FAILED;
}

process.title = "docsteward";
try {
  await docsteward.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
}
