import type { Check } from "./check.ts";
import { runCommand } from "./run-command.ts";

/** A check that is one command: it passes when the command ends with 0. */
export function commandCheck(name: string, program: string, args: string[], more: Partial<Check> = {}): Check {
  return {
    name,
    run: async ({ signal }) => {
      const { code, output } = await runCommand(program, args, { signal });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
    ...more,
  };
}
