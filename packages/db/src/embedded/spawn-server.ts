import { type ChildProcess, spawn } from "node:child_process";
import { chown, open, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";

const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts `postgres` as a child of this process, in a process group of its own: a Ctrl-C on the terminal reaches only
 * this process, which stops the database last.
 *
 * Its log goes to `server.log` in the data folder, so that it outlives this process.
 *
 * @param isDurable false skips every fsync, for tests
 */
export async function spawnServer(
  binaries: Binaries,
  folder: DataFolder,
  options: { port: number; isDurable: boolean },
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: options.port,
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "64MB",
    log_min_messages: "warning",
    log_checkpoints: "off",
    ...(options.isDurable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }),
  };
  const log = await openLog(folder);
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", folder.path, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      {
        ...folder.identity,
        cwd: folder.path,
        env: { PATH: "/usr/bin:/bin", TZ: "UTC" },
        stdio: ["ignore", log.fd, log.fd],
        detached: true,
      },
    );
    child.on("error", () => undefined);
    return child;
  } finally {
    await log.close();
  }
}

/** The last lines that the server wrote, to explain a failed start. */
export async function readLogEnd(folder: DataFolder): Promise<string> {
  const text = await readFile(join(folder.path, "server.log"), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-4).join(" | ");
}

async function openLog(folder: DataFolder) {
  const path = join(folder.path, "server.log");
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(path);
  const log = await open(path, "a", 0o600);
  if (folder.identity) await chown(path, folder.identity.uid, folder.identity.gid);
  return log;
}
