import { AppError } from "@docsteward/contract/error";
import { boundGlobalFetch } from "@docsteward/platform/bounded-fetch";
import { type Command, CommanderError } from "commander";
import { createGroup } from "./command.ts";
import { UsageError } from "./options.ts";
import { printMessage } from "./output.ts";

const FAILED = 1;
const WRONG_ARGUMENTS = 2;

/** Tells a failure in a sentence on stderr, and says which exit code it means. */
function explain(error: unknown): number {
  // Commander has written its own words already; its code is 0 after --help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_ARGUMENTS;
  if (!(error instanceof Error)) throw error;
  printMessage(error.message);
  const isUsage = error instanceof UsageError || (error instanceof AppError && error.code === "invalid_request");
  return isUsage ? WRONG_ARGUMENTS : FAILED;
}

/** The checks work in any repository, also where nothing of the service was made: of the others not even the code is read. */
async function openProgram(): Promise<Command> {
  if (process.argv[2] === "check")
    return createGroup("docsteward", "Site checks", [(await import("./commands/check.ts")).check]);
  if (process.argv[2] === "drift")
    return createGroup("docsteward", "Site checks", [(await import("./commands/drift.ts")).drift]);
  if (process.argv[2] === "translations")
    return createGroup("docsteward", "Site checks", [(await import("./commands/translations.ts")).translations]);
  return (await import("./program.ts")).docsteward;
}

process.title = "docsteward";
boundGlobalFetch();
try {
  await (await openProgram()).parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
}
