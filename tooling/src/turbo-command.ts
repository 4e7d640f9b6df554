import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The command that runs a task of turbo. turbo calls pnpm by its name: where that is not in PATH, npx brings it.
 *
 * Prints only what failed.
 */
export function turboCommand(task: string, ...more: string[]): { program: string; args: string[] } {
  const args = ["run", task, "--output-logs=errors-only", "--ui=stream", ...more];
  const isThere = (process.env.PATH ?? "").split(delimiter).some((folder) => canRun(join(folder, "pnpm")));
  return isThere
    ? { program: "turbo", args }
    : { program: "npx", args: ["-y", "pnpm@12.21.0", "exec", "turbo", ...args] };
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not in this folder.
    return false;
  }
}
