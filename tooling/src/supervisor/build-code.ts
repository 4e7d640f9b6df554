import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HeldBuild, holdBuild } from "@docsteward/web/build/build-once";
import { readSourceState } from "@docsteward/web/build/source-state";
import { scriptOf, WORKER_ENTRY } from "../code/entries.ts";
import { ROOT } from "../root.ts";
import { runCommand } from "../run-command.ts";

const FOLDER = join(ROOT, "node_modules/.cache/docsteward");
const WRITE_CODE = fileURLToPath(new URL("../code/write-code.ts", import.meta.url));
const APPS = ["apps/web", "apps/worker", "tooling"];

/**
 * Gives the bundled code of the present sources, and makes it first where there is none: within 2 s. See `bundleCode`.
 *
 * @returns its folder; it is not deleted before `release`, or while this process runs
 */
export function buildCode({ signal }: { signal?: AbortSignal } = {}): Promise<HeldBuild> {
  return holdBuild({
    folder: FOLDER,
    readState: () => readSourceState({ root: ROOT, apps: APPS.map((folder) => join(ROOT, folder)) }),
    isWhole: isCode,
    build: async ({ draft, signal: giveUp = new AbortController().signal }) => {
      // In a process of its own: a bundler takes 300 MB, which a supervisor would never give back.
      const { code, output } = await runCommand(process.execPath, [WRITE_CODE, draft], { signal: giveUp });
      giveUp.throwIfAborted();
      if (code !== 0) throw new Error(`The code could not be bundled:\n${output.trimEnd()}`);
    },
    signal,
  });
}

/** Whether a folder holds bundled code. */
export async function isCode(folder: string): Promise<boolean> {
  return access(scriptOf(folder, WORKER_ENTRY)).then(
    () => true,
    () => false,
  );
}
