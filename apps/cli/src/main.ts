import { AppError } from "@docsteward/contract/error";
import { boundGlobalFetch } from "@docsteward/platform/bounded-fetch";
import { CommanderError } from "commander";
import { UsageError } from "./options.ts";
import { printMessage } from "./output.ts";
import { docsteward } from "./program.ts";

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

process.title = "docsteward";
boundGlobalFetch();
boundGlobalFetch();
try {
  await docsteward.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
}
