import { holdWebBuild } from "./web-build.ts";

/** Runs the web process over the build of the present sources, which is made first where there is none. */
const { path } = await holdWebBuild({ onLine: (line) => process.stderr.write(`${line}\n`) });
process.argv.push("--build", path);
await import("../main.ts");
