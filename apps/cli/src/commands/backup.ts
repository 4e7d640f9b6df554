import { stat } from "node:fs/promises";
import { env } from "@docsteward/platform/env";
import { type BackupProgress, createBackup, restoreBackup } from "@docsteward/services/backup";
import { createCommand } from "../command.ts";
import { printMessage } from "../output.ts";
import { silent } from "../with-services.ts";

const STANDARD = "-";
const PROGRESS_MS = 2_000;

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

/** Says on stderr every two seconds how far the work has come. */
function createReport(): (progress: BackupProgress) => void {
  let saidMs = performance.now();
  return ({ table, rows, bytes }) => {
    if (performance.now() - saidMs < PROGRESS_MS) return;
    saidMs = performance.now();
    printMessage(`${formatMegabytes(bytes)}, ${rows} rows, now ${table}`);
  };
}

/** `docsteward backup`: the whole installation in one file, while it runs. */
export const backup = createCommand(
  "backup",
  "Write everything that a restore needs into one file, while the service runs",
  "docsteward backup /var/backups/docsteward-2026-11-22.backup",
)
  .argument("<file>", "file to create, or - for standard output")
  .action(async (file: string) => {
    const target = file === STANDARD ? process.stdout : file;
    const written = await createBackup({ env: env(), log: silent, target, onProgress: createReport() });
    const size = file === STANDARD ? "" : ` (${formatMegabytes((await stat(file)).size)})`;
    const { tables, rows, bytes } = written;
    printMessage(`Backed up ${rows} rows of ${tables} tables, ${formatMegabytes(bytes)}${size}.`);
    printMessage(
      written.hasSecret
        ? "The file holds the key secret, too. Keep it where only operators can read it."
        : "KEY_SECRET is not in the file. Keep a copy of it elsewhere: without it no key works after a restore.",
    );
  });

/** `docsteward restore`: a backup into an empty database. */
export const restore = createCommand(
  "restore",
  "Restore a backup into an empty database; running jobs continue",
  "docsteward restore /var/backups/docsteward-2026-11-22.backup",
)
  .argument("<file>", "file that `docsteward backup` made, or - for standard input")
  .action(async (file: string) => {
    const source = file === STANDARD ? process.stdin : file;
    const restored = await restoreBackup({ env: env(), log: silent, source, onProgress: createReport() });
    const { header, rows, bytes, jobs } = restored;
    printMessage(`Restored ${rows} rows, ${formatMegabytes(bytes)}, as they were at ${header.createdAt}.`);
    printMessage(`${jobs} active jobs continue when a worker starts.`);
  });
