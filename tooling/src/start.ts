import { type Env, env } from "@docsteward/platform/env";
import { createLog } from "@docsteward/platform/log";
import { type Service, startService } from "./service.ts";
import { makeSetupLink } from "./setup-link.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { runMain } from "./terminal.ts";

const isDev = process.argv.includes("--dev");

/** Runs the service until it gets a stop signal; `--dev` follows changes of the sources. */
async function main(): Promise<void> {
  const unknown = process.argv.slice(2).find((argument) => argument !== "--dev");
  if (unknown) throw new Error(`Unknown option ${unknown}. start is configured by variables: see .env.example.`);
  const settings = env();
  const starting = new AbortController();
  let service: Service | undefined;
  const stopped = Promise.withResolvers<void>();
  onStopSignal({
    first: () => {
      starting.abort(new Error("Stopped."));
      console.error("Stopping …");
      stopped.resolve();
    },
    second: () => {
      service?.kill();
      process.exit(130);
    },
  });
  try {
    service = await startService({
      variables: process.env,
      isDev,
      output: "inherit",
      log: createLog("docsteward"),
      onLine: (line) => console.log(line),
      signal: starting.signal,
    });
  } catch (error) {
    if (starting.signal.aborted) return;
    throw error;
  }
  try {
    await welcome(service, settings);
    await stopped.promise;
  } finally {
    // Also when the database fails right then: nothing else would end it.
    await service.stop();
  }
}

async function welcome({ url, dataDir, databaseUrl }: Service, settings: Env): Promise<void> {
  console.log(
    `\nDocsteward is ready at ${url}\nData: ${dataDir}   Model: ${settings.MODEL_PROVIDER}   To stop it, press Ctrl-C.`,
  );
  const link = await makeSetupLink({ env: settings, databaseUrl, baseUrl: url });
  if (link === null) return;
  console.log(`
No accounts yet. Open this link to create yours. It works once, and the account owns the installation:

  ${link}
`);
}

runMain(main);
