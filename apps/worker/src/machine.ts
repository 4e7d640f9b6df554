import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LeaseTask } from "@docsteward/db/lease-queue";
import { ReturnedEntryError } from "@docsteward/db/queue-work";
import { runGit } from "@docsteward/git/run/run-git";
import type { Log } from "@docsteward/platform/log";
import { findMachineFault } from "@docsteward/platform/machine-error";
import type { SystemContext } from "@docsteward/services/context";

/** Why a worker takes no work, and since when. */
export type Pause = { reason: string; since: Date };

/** The machine that a worker runs on: whether it can do the work. */
export type Machine = {
  /**
   * Does the work of a queue's entry. When this machine fails in it, the worker takes no more work for a while, and the entry goes
   * back to the queue: that is no attempt of the work. A machine that passes its check right afterwards may not be the reason, so
   * work that meets such faults again and again is attempted like any other.
   *
   * @throws ReturnedEntryError, and what the work throws
   */
  guard(task: Pick<LeaseTask, "id" | "returns">, work: () => Promise<void>): Promise<void>;
  /** Null while it takes work. */
  pause(): Pause | null;
  stop(): void;
};

type MachineOptions = {
  /** The first wait; each further one is twice as long. */
  firstWaitMs?: number;
  onChange?(): void;
};

/** So many returns of one entry over a machine that passes its check count no attempt. */
const MAX_RETURNS = 5;
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;

/** Watches the machine of this process, and pauses its queues while the machine cannot do the work. */
export function watchMachine(
  { services, log }: { services: Pick<SystemContext, "queue" | "dataDir" | "clock">; log: Log },
  { firstWaitMs = FIRST_WAIT_MS, onChange = () => undefined }: MachineOptions = {},
): Machine {
  let pause: Pause | null = null;
  let nextWaitMs = firstWaitMs;
  let timer: NodeJS.Timeout | undefined;

  const wait = (fault: string) => {
    const waitMs = nextWaitMs;
    nextWaitMs = Math.min(nextWaitMs * 2, MAX_WAIT_MS);
    log.error({ fault, waitMs }, "this machine can't do the work, the worker is paused");
    timer = setTimeout(check, waitMs).unref();
  };
  const check = async () => {
    const fault = await checkMachine(services.dataDir);
    if (pause === null) return;
    if (fault !== null) {
      pause = { ...pause, reason: fault };
      return wait(fault);
    }
    pause = null;
    services.queue.resume();
    log.info("this machine can do the work again, the worker is resumed");
    onChange();
  };
  return {
    async guard({ id, returns }, work) {
      try {
        await work();
        // Work that ended shows more than a check.
        if (pause === null) nextWaitMs = firstWaitMs;
      } catch (error) {
        const fault = findMachineFault(error, services);
        if (fault === null) throw error;
        if (pause === null) {
          pause = { reason: fault, since: services.clock.now() };
          services.queue.pause();
          wait(fault);
          onChange();
        }
        const isWell = (await checkMachine(services.dataDir)) === null;
        if (isWell && returns >= MAX_RETURNS) throw error;
        log.warn({ id, err: error }, "work was returned to the queue because of this machine");
        throw new ReturnedEntryError(`The machine failed: ${fault}.`, { isCounted: isWell, cause: error });
      }
    },
    pause: () => pause,
    stop() {
      clearTimeout(timer);
      pause = null;
    },
  };
}

const CHECK_BYTES = 4_000_000;

/**
 * Checks what all work needs: space in the data folder, a file handle, and git.
 *
 * @returns what is wrong, as the end of a sentence; null when all is well
 */
async function checkMachine(dataDir: string): Promise<string | null> {
  const path = join(dataDir, `check-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(CHECK_BYTES));
      await file.datasync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    await runGit({ args: ["--version"] });
    return null;
  } catch (error) {
    return findMachineFault(error, { dataDir }) ?? (error instanceof Error ? error.message : String(error));
  }
}
