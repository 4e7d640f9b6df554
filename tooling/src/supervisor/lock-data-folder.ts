import { createHash } from "node:crypto";
import { mkdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type FileLock, tryLock } from "@docsteward/web/build/file-lock";

type HeldFolder = { path: string; release(): Promise<void> };

/**
 * Makes the data folder, checks that it can be written, and takes it for this process alone, so that two services never run
 * one embedded database.
 *
 * The claim is a lock of the system on a file in the folder, whichever way that is reached: it is gone with the process, however that
 * ends, and needs no cleaning up.
 *
 * @throws Error with a sentence saying what to do
 */
export async function lockDataFolder(dataDir: string): Promise<HeldFolder> {
  const folder = resolve(dataDir);
  const { path, lock } = await openFolder(folder).catch((error: NodeJS.ErrnoException & { errstr?: string }) => {
    throw new Error(
      `The data folder ${folder} isn't writable (${error.errstr ?? error.code}). Make it writable for this user, or set DATA_DIR to another folder.`,
    );
  });
  if (lock === null) throw alreadyRunning(folder);
  try {
    const server = await claimSocket(socketOf(path), folder);
    return {
      path,
      release: async () => {
        await new Promise((done) => server.close(done));
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const LOCK_FILE = "docsteward.lock";

async function openFolder(folder: string): Promise<{ path: string; lock: FileLock | null }> {
  await makeFolder(folder);
  const probe = join(folder, `.writable-${process.pid}`);
  await writeFile(probe, "");
  await rm(probe);
  const path = await realpath(folder);
  return { path, lock: await tryLock(join(path, LOCK_FILE), "exclusive") };
}

const alreadyRunning = (folder: string) =>
  new Error(
    `Docsteward is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );

/** By this, versions without the lock know that the folder is taken, and this one learns of them. The lock must be held. */
async function claimSocket(socket: string, folder: string): Promise<Server> {
  return claim(socket).catch(async (error) => {
    if (await answers(socket)) throw alreadyRunning(folder);
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    // What a killed process left behind.
    await rm(socket, { force: true });
    return claim(socket);
  });
}

/** Like `mkdir` with `recursive`, which in Node never returns where nothing may be made, such as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

function claim(socket: string): Promise<Server> {
  const server = createServer((connection) => connection.end());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(socket, () => resolve(server));
  });
}

function socketOf(folder: string): string {
  const name = `docsteward-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });
}
