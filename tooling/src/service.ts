import { openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { prepareDatabase } from "@docsteward/db/migrate";
import { parseEnv } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import { replaceVariables } from "@docsteward/platform/secret-files";
import type { HeldBuild } from "@docsteward/web/build/build-once";
import { buildCode, isCode } from "./supervisor/build-code.ts";
import { buildWeb, keepBuild } from "./supervisor/build-web.ts";
import { findPort, toAddress } from "./supervisor/find-port.ts";
import { lockDataFolder } from "./supervisor/lock-data-folder.ts";
import { superviseDatabase } from "./supervisor/supervise-database.ts";
import type { SupervisedProcess } from "./supervisor/supervise-process.ts";
import { superviseServices } from "./supervisor/supervise-services.ts";

type ServiceOptions = {
  /** The environment: what `start` takes from `process.env`. */
  variables: Record<string, string | undefined>;
  /** The web app follows changes, and workers restart on them. */
  isDev?: boolean;
  /** The bundled code of the first start, if it is held already. */
  code?: HeldBuild;
  /** Where the processes' log lines go: this process's own output, or an open file. */
  output: "inherit" | number;
  /** Takes the lines of the supervisor itself. */
  log: Reporter;
  /** Takes lines for people while the web app is built, when it has to be. */
  onLine?(line: string): void;
  /** Gives up starting. */
  signal?: AbortSignal;
};

export type Service = {
  /** Address that people reach it at. */
  url: string;
  /** Changes when the embedded PostgreSQL had to move to another port. */
  readonly databaseUrl: string;
  dataDir: string;
  /** What runs just now; the pid is null while a process waits to be started again. */
  processes(): { name: string; pid: number | null }[];
  /** Makes the link to the first account; null when there is one already. */
  makeSetupLink(): Promise<string | null>;
  /** Stops every process in an orderly way, the embedded PostgreSQL last. */
  stop(): Promise<void>;
  /** Kills every process immediately. */
  kill(): void;
};

/**
 * Runs Docsteward: the database, one web process and WORKERS worker processes, each started again when it dies.
 *
 * Returns when the database is migrated and every process is ready. The web app is built before that when no build of
 * its sources exists, unless `isDev`.
 *
 * @throws Error with one sentence for the operator: a wrong variable, a port in use, a folder or database out of reach
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { variables, isDev = false, output, log, signal = new AbortController().signal } = options;
  const env = parseEnv(variables);
  const port = await findPort(env.HOST, env.PORT);
  await using starting = new AsyncDisposableStack();
  const folder = await lockDataFolder(env.DATA_DIR);
  starting.defer(() => folder.release());

  // The sources are read while the database starts, and then the processes load their code. Only when all builds are there the
  // migrations begin: a start whose build fails leaves the database to the version that uses it.
  const onLine = options.onLine ?? ((line) => log.info(line));
  const building = new AbortController();
  const giveUp = AbortSignal.any([signal, building.signal]);
  const webBuild = isDev ? null : keepBuild((stopped) => buildWeb({ onLine, signal: stopped }), { signal: giveUp });
  webBuild?.catch(() => undefined);
  starting.defer(async () => {
    building.abort();
    (await webBuild?.catch(() => null))?.release();
  });

  const kept: SupervisedProcess[] = [];
  const restartAll = async () => void (await Promise.all(kept.map((process) => process.restart())));
  const opening = superviseDatabase({ env, log, onMoved: restartAll });
  opening.catch(() => undefined);
  starting.defer(async () => (await opening.catch(() => null))?.stop());

  // A database that can't be used ends the start before a build does.
  const hasFailed = opening.then(() => new Promise<never>(() => undefined));
  const web = await Promise.race([webBuild, hasFailed]);
  let held = options.code;
  const holdCode = async (stopped?: AbortSignal) => {
    const first = held;
    held = undefined;
    return first ?? (await buildCode({ signal: stopped }));
  };
  const code = isDev ? null : await keepBuild(holdCode, { isWhole: isCode, signal });
  starting.defer(() => code?.release());
  signal.throwIfAborted();
  const migrated = opening.then(async (database) => {
    await prepareDatabase(database.url());
    return database;
  });
  migrated.catch(() => undefined);

  const url = env.BASE_URL ?? toAddress(env.HOST, port);
  const processes = superviseServices({
    variables: {
      ...replaceVariables(variables, {
        PORT: String(port),
        BASE_URL: url,
        DATA_DIR: folder.path,
        DATABASE_URL: undefined,
        NODE_ENV: isDev ? "development" : "production",
      }),
      // Anthropic's own package reads it, too, and ends the process over an empty one.
      ANTHROPIC_BASE_URL: variables.ANTHROPIC_BASE_URL || undefined,
    },
    databaseUrl: async () => (await migrated).url(),
    workers: env.WORKERS,
    builds: web && code && { web: web.path, code: code.path },
    output,
    log,
    signal,
  });
  starting.defer(() => processes.stop());
  kept.push(...(await processes.start()));
  const database = await migrated;

  const running = starting.move();
  return {
    url,
    get databaseUrl() {
      return database.url();
    },
    dataDir: resolve(env.DATA_DIR),
    processes: () => [...database.kept, ...kept].map(({ name, pid }) => ({ name, pid })),
    makeSetupLink: processes.makeSetupLink,
    stop: () => running.disposeAsync(),
    kill: () => {
      for (const process of [...kept, ...database.kept]) process.kill();
    },
  };
}

type ServiceLog = { file: string; output: number; log: Reporter };

/** A file for the lines of a service that runs behind something else, so that they do not mix with its output. */
export function openServiceLog(file: string): ServiceLog {
  const output = openSync(file, "a", 0o600);
  const write = (level: string) => (fields: unknown, message?: string) => {
    const line = typeof fields === "string" ? { msg: fields } : { ...(fields as object), msg: message };
    writeSync(output, `${JSON.stringify({ level, time: new Date().toISOString(), name: "docsteward", ...line })}\n`);
  };
  return { file, output, log: { info: write("info"), warn: write("warn"), error: write("error") } };
}
