import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { ROOT } from "../root.ts";
import { runMain } from "../terminal.ts";
import { bundleCode } from "./bundle-code.ts";
import { RUN_ENTRY, WEB_ENTRY, WEB_TASKS, WORKER_ENTRY } from "./entries.ts";

/** Bundles what `start` runs into the folder that its argument names. */
async function main(): Promise<void> {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error("Name the folder for the code.");
  const entries = [RUN_ENTRY, WEB_ENTRY, WORKER_ENTRY, ...WEB_TASKS];
  await bundleCode({ entries, target, root: relative(target, ROOT) });
  await writeFile(join(target, "package.json"), '{ "type": "module" }\n');
}

runMain(main);
