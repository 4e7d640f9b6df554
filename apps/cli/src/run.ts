import { AppError } from "@docsteward/contract/error";
import { type Command, CommanderError } from "commander";
import { createGroup } from "./command.ts";
import { UsageError } from "./options.ts";
import { printMessage } from "./output.ts";

const FAILED = 1;
const WRONG_ARGUMENTS = 2;

/** Runs one command line. How it ended is the exit code of this process. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await (await openProgram(argv[2])).parseAsync(argv);
  } catch (error) {
    process.exitCode = explain(error);
  }
}

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
async function openProgram(first: string | undefined): Promise<Command> {
  if (first === "check") return createGroup("docsteward", "Site checks", [(await import("./commands/check.ts")).check]);
  if (first === "drift") return createGroup("docsteward", "Site checks", [(await import("./commands/drift.ts")).drift]);
  if (first === "translations")
    return createGroup("docsteward", "Site checks", [(await import("./commands/translations.ts")).translations]);
  return (await import("./program.ts")).docsteward;
}
