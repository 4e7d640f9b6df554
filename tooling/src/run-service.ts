import { type Env, env } from "@docsteward/platform/env";
import { giveBackMemory } from "@docsteward/platform/give-back-memory";
import { createLog, type Log } from "@docsteward/platform/log";
import type { HeldBuild } from "@docsteward/web/build/build-once";
import { type Service, startService } from "./service.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";

/**
 * Runs the service until it gets a stop signal.
 *
 * @param code the bundled code, whose part this is; null in development, which follows changes of the sources
 */
export async function runService(code: HeldBuild | null): Promise<void> {
  const settings = env();
  const log = createLog("docsteward");
  // One form of lines: sentences for a person at a terminal, log lines for whatever else reads them.
  const isForPeople = (settings.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json")) === "pretty";
  const say = (line: string) => (isForPeople ? console.log(line) : log.info(line));
  const starting = new AbortController();
  let service: Service | undefined;
  const stopped = Promise.withResolvers<void>();
  onStopSignal({
    first: () => {
      starting.abort(new Error("Stopped."));
      say("Stopping …");
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
      isDev: code === null,
      ...(code !== null && { code }),
      output: "inherit",
      log,
      onLine: say,
      signal: starting.signal,
    });
  } catch (error) {
    if (starting.signal.aborted) return;
    throw error;
  }
  try {
    giveBackMemory();
    await welcome(service, { settings, log: isForPeople ? null : log });
    await stopped.promise;
  } finally {
    // Also when the database fails right then: nothing else would end it.
    await service.stop();
  }
}

/** Says where the service is. @param options.log takes it in place of the terminal */
async function welcome(
  { url, dataDir, makeSetupLink }: Service,
  { settings, log }: { settings: Env; log: Log | null },
): Promise<void> {
  const model = settings.MODEL_PROVIDER;
  const link = await makeSetupLink();
  if (log !== null) {
    log.info({ url, dataDir, model, ...(link !== null && { setupLink: link }) }, "Docsteward is ready");
    return;
  }
  console.log(`\nDocsteward is ready at ${url}\nData: ${dataDir}   Model: ${model}   To stop it, press Ctrl-C.`);
  if (link === null) return;
  console.log(`
No accounts yet. Open this link to create yours. It works once, and the account owns the installation:

  ${link}
`);
}
