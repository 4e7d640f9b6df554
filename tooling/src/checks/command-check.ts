import { type CommandOptions, runCommand } from "../run-command.ts";
import type { Check } from "./check.ts";

type CommandCheckOptions = {
  program: string;
  args: string[];
  isSlow?: boolean;
  /** Further variables; the folder is removed at the end of the run. */
  variables?(folder: string): CommandOptions["variables"];
};

/** A check that is one command: it passes when the command ends with 0. */
export function commandCheck(name: string, { program, args, isSlow, variables }: CommandCheckOptions): Check {
  return {
    name,
    isSlow,
    run: async ({ signal, folder }) => {
      const { code, output } = await runCommand(program, args, { signal, variables: variables?.(folder) });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}
