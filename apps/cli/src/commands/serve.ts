import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { env } from "@docsteward/platform/env";
import { GIVES_BACK } from "@docsteward/platform/give-back-memory";
import { siblingModule } from "@docsteward/platform/sibling-module";
import { WEB_FLAGS } from "@docsteward/platform/web-flags";
import { prepareDatabase } from "@docsteward/services/prepare-database";
import { createCommand, createGroup } from "../command.ts";
import { UsageError } from "../options.ts";
import { printMessage } from "../output.ts";

const WEB = siblingModule(import.meta.url, "../../../web/src/build/serve-build");
const WORKER = siblingModule(import.meta.url, "../../../worker/src/main");

/** The embedded database belongs to `start`, which stops it last. */
function requireDatabase(): string {
  const { DATABASE_URL: url } = env();
  if (url === undefined)
    throw new UsageError("serve needs DATABASE_URL. The embedded database runs only as a part of `start`.");
  return url;
}

/**
 * Runs a script in the place of this process, which a process beside it would cost 80 MB. Where the system can't replace one
 * (Windows), it is a child: signals go on to it, and its exit code is that of the command.
 */
async function become(script: string, flags: readonly string[] = []): Promise<void> {
  const variables = { ...GIVES_BACK, ...process.env };
  if (process.execve !== undefined && process.platform !== "win32")
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...flags, script], variables);
  const child = spawn(process.execPath, [...flags, script], {
    env: variables,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // A terminal's Ctrl-C comes through this process, once.
    detached: true,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

const serveWeb = createCommand("web", "Run one web process", "docsteward serve web").action(async () => {
  requireDatabase();
  await become(WEB, WEB_FLAGS);
});

const serveWorker = createCommand("worker", "Run one worker process", "docsteward serve worker").action(async () => {
  requireDatabase();
  await become(WORKER);
});

const serveMigrate = createCommand("migrate", "Apply missing migrations, then end", "docsteward serve migrate").action(
  async () => {
    const applied = await prepareDatabase(requireDatabase());
    printMessage(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}.`);
  },
);

/** `docsteward serve`: one part of the service, for machines whose own supervisor restarts it. */
export const serve = createGroup("serve", "Run one part of the service: a web process, a worker, or the migrations", [
  serveWeb,
  serveWorker,
  serveMigrate,
]);
