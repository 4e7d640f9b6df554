import { type OpenedDatabase, openDatabase } from "@docsteward/db/connect";
import type { Env } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import { type Running, sendSignal } from "./running-process.ts";
import { type SupervisedProcess, superviseProcess } from "./supervise-process.ts";

type KeptDatabase = {
  url(): string;
  /** The embedded server; none when the database is the operator's own to run. */
  kept: SupervisedProcess[];
  stop(): Promise<void>;
};

/**
 * Makes sure of a database: the given one, which has to answer, or the embedded one, which is kept running.
 *
 * @param onMoved called when the embedded server came back at another address, because its port had been taken
 * @throws DatabaseError when the given database cannot be used, or the embedded one does not start
 */
export async function superviseDatabase(options: {
  env: Env;
  log: Reporter;
  onMoved(): Promise<void>;
}): Promise<KeptDatabase> {
  const { env, log, onMoved } = options;
  let database = await openDatabase({ env, log, adopt: true });
  if (!database.isEmbedded) return { url: () => database.url, kept: [], stop: () => database.stop() };

  let isFirst = true;
  const kept = await superviseProcess({
    name: "postgresql",
    onLine: (line) => log.warn(line),
    start: async () => {
      if (isFirst) {
        isFirst = false;
        return toRunning(database);
      }
      const before = database.url;
      database = await openDatabase({ env, log, adopt: true });
      if (database.url !== before) void onMoved();
      return toRunning(database);
    },
  });
  return { url: () => database.url, kept: [kept], stop: () => kept.stop() };
}

function toRunning(database: OpenedDatabase): Running {
  const { pid } = database;
  if (pid === null) throw new Error("The built-in PostgreSQL has no process.");
  return {
    pid,
    ready: Promise.resolve(),
    exited: database.exited.then(() => "it exited"),
    stop: () => database.stop(),
    kill: () => sendSignal(pid, "SIGQUIT"),
  };
}
