import { execFile } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { chown, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseError } from "../database-error.ts";
import type { Binaries } from "./binaries.ts";
import { type ChosenFolder, type DataFolder, writeSettings } from "./data-folder.ts";

export const SUPERUSER = "docsteward";

const run = promisify(execFile);

/**
 * Makes a new, empty database cluster at `folder`. It appears whole or not at all: of several processes that do this at
 * once one wins, and a start that was killed half way leaves nothing in the way.
 *
 * @throws DatabaseError with what initdb said
 */
export async function initialise(binaries: Binaries, folder: ChosenFolder): Promise<void> {
  const draft: DataFolder = { ...folder, path: await mkdtemp(`${folder.path}-new-`) };
  const passwordFile = `${draft.path}.password`;
  try {
    const password = randomBytes(24).toString("base64url");
    await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
    if (folder.identity) {
      await chown(draft.path, folder.identity.uid, folder.identity.gid);
      await chown(passwordFile, folder.identity.uid, folder.identity.gid);
    }
    await runInitdb(binaries, draft, passwordFile);
    const dataDir = folder.isInside ? undefined : folder.dataDir;
    await writeSettings(draft, { port: await freePort(), password, dataDir });
    await rename(draft.path, folder.path).catch(async (cause) => {
      if (await isInitialised(folder)) return;
      throw new DatabaseError(
        `The folder ${folder.path} isn't empty and has no database. Move its files elsewhere, or set DATA_DIR.`,
        { cause },
      );
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft.path, { recursive: true, force: true });
  }
}

export async function isInitialised(folder: DataFolder): Promise<boolean> {
  return stat(join(folder.path, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

async function runInitdb(binaries: Binaries, draft: DataFolder, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${draft.path}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
  ];
  try {
    await run(binaries.initdb, args, { ...draft.identity, cwd: draft.path, env: { PATH: "/usr/bin:/bin", TZ: "UTC" } });
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    throw new DatabaseError(`The built-in database could not be created in ${draft.path}: ${said}`, { cause });
  }
}

const LEAST_PORT = 20_000;
/** From here on Linux gives ports to connections; other systems begin higher. */
const LEAST_EPHEMERAL_PORT = 32_768;
const PORT_ATTEMPTS = 20;

/**
 * A free TCP port of 127.0.0.1, below those that systems give to connections: while a server that has chosen it restarts, no
 * connection of this machine may get it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(LEAST_PORT, LEAST_EPHEMERAL_PORT);
    if (await isPortFree(port)) return port;
  }
  return listen(0);
}

/** Whether `port` of 127.0.0.1 could be listened on just now. */
export async function isPortFree(port: number): Promise<boolean> {
  return listen(port).then(
    () => true,
    () => false,
  );
}

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
