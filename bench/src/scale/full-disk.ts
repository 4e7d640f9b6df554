import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createJob } from "../../../packages/services/src/job/create.ts";
import { type LaneOptions, openLane } from "./lane.ts";
import { onServer } from "./start-postgres.ts";

const run = promisify(execFile);
const JOBS = 40;
const DISK_BYTES = 4_000_000;
const POLL_MS = 250;

/** Jobs on two workers, one of which has a full disk. */
export type FullDisk = {
  jobs: number;
  failed: number;
  /** Times that a job was taken and given back. */
  givenBack: number;
  seconds: number;
};

/** Runs jobs on a healthy worker beside one whose data folder is on a disk without a free byte. Null where no disk can be made. */
export async function runFullDisk(options: LaneOptions): Promise<FullDisk | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  await using stack = new AsyncDisposableStack();
  const disk = join(options.folder, "full-disk");
  await mkdir(disk, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]);
  stack.defer(async () => void (await run("umount", ["--lazy", disk])));
  const lane = stack.use(await openLane(options, "full_disk"));
  const ctx = await lane.addProject("patient");
  // It takes the first jobs: nothing else is there to take them.
  stack.use(await lane.startWorker({ DATA_DIR: disk }));
  await fillDisk(disk);
  for (let number = 0; number < JOBS; number += 1) await createJob(ctx, { prompt: `Review a page, ${number}` });
  const startMs = performance.now();
  stack.use(await lane.startWorker());
  for (;;) {
    const [now] = await onServer<{ active: number; failed: number; attempts: number }>(
      lane.url,
      `SELECT count(*) FILTER (WHERE status = 'active')::int AS active, count(*) FILTER (WHERE status = 'failed')::int AS failed,
        sum(attempt)::int AS attempts FROM "Job"`,
    );
    if (now?.active === 0)
      return {
        ...{ jobs: JOBS, failed: now.failed, givenBack: now.attempts - JOBS },
        seconds: (performance.now() - startMs) / 1_000,
      };
    await sleep(POLL_MS);
  }
}

async function fillDisk(disk: string): Promise<void> {
  await writeFile(join(disk, "full"), Buffer.alloc(DISK_BYTES)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOSPC") throw error;
  });
}
