import { pathToFileURL } from "node:url";
import { RUN_ENTRY, scriptOf } from "./code/entries.ts";
import { buildCode } from "./supervisor/build-code.ts";
import { generateClient } from "./supervisor/generate-client.ts";
import { runMain } from "./terminal.ts";

/** Runs the service from its bundled code; `--dev` from its sources, whose changes it follows. */
async function main(): Promise<void> {
  const unknown = process.argv.slice(2).find((argument) => argument !== "--dev");
  if (unknown) throw new Error(`Unknown option ${unknown}. start is configured by variables: see .env.example.`);
  if (process.argv.includes("--dev")) {
    const { runService } = await import("./run-service.ts");
    return await runService(null);
  }
  await generateClient();
  const code = await buildCode();
  const bundled: typeof import("./run-service.ts") = await import(pathToFileURL(scriptOf(code.path, RUN_ENTRY)).href);
  await bundled.runService(code);
}

runMain(main);
