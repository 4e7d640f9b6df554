import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { holdWebBuild } from "./web-build.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The one build that a release brings, from the file that `pnpm build:release` writes; null in a checkout. */
async function findReleased(): Promise<string | null> {
  const text = await readFile(join(ROOT, "release.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : join(ROOT, (JSON.parse(text) as { webBuild: string }).webBuild);
}

/** Runs the web process over the build of the present sources, which is made first where there is none. */
const path =
  (await findReleased()) ?? (await holdWebBuild({ onLine: (line) => process.stderr.write(`${line}\n`) })).path;
process.argv.push("--build", path);
await import("../main.ts");
