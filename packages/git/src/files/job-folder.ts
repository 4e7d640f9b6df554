import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

const parentOf = (dataDir: string) => join(dataDir, "jobs");

/**
 * Makes a folder for the index files of a job, never one that was there: a worker that lost the job may still be using its own.
 */
export async function makeJobFolder(dataDir: string, jobId: string): Promise<string> {
  await mkdir(parentOf(dataDir), { recursive: true });
  return mkdtemp(join(parentOf(dataDir), `${jobId}-`));
}

/** Removes the folders that killed workers left behind: those no job has touched for two days. */
export async function removeOldJobFolders(dataDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(parentOf(dataDir)).catch((): string[] => [])) {
    const folder = join(parentOf(dataDir), entry);
    const { mtimeMs } = await stat(folder);
    if (now.getTime() - mtimeMs > MAX_AGE_MS) await rm(folder, { recursive: true, force: true });
  }
}
