import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkSite } from "../../../packages/docs/src/checks/check-site.ts";
import { generateSite } from "./generated-site.ts";

const SHAPE = { seed: 7, pages: 1_000, images: 200, sources: 100 };
const run = promisify(execFile);

/** The generated site of this benchmark. */
export const generatedSite = () => generateSite(SHAPE);

/**
 * Milliseconds of one check of the generated site in a process of its own, before anything is warm, as a person and a CI run it: with
 * a thread for each processor, as the command has. Starting the process and making the site does not count.
 */
export async function checkInNewProcess(): Promise<number> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url)]);
  return Number(stdout);
}

if (import.meta.main) {
  const { reader } = generatedSite();
  const start = performance.now();
  await checkSite({ reader, base: null, threads: availableParallelism() - 1 });
  process.stdout.write(String(performance.now() - start));
}
