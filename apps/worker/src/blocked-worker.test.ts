import { fork } from "node:child_process";
import { once } from "node:events";
import { claimJob } from "@docsteward/services/job/lease";
import { requestIndex } from "@docsteward/services/site/index-request";
import { claimIndex } from "@docsteward/services/site/index-run";
import { seedJob } from "@docsteward/services/testing";
import { expect, test } from "vitest";
import { startTestIndexer } from "./testing/indexer.ts";

const BLOCKED = new URL("testing-blocked-worker.ts", import.meta.url);

/** @returns how the process ended, and what it said */
async function block(...args: string[]) {
  const child = fork(BLOCKED, args, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const [, signal] = await once(child, "close");
  return { signal, said };
}

test.each(["job", "index"] as const)(
  "a worker whose event loop stands still is ended, and after two only the %s that blocked it fails",
  async (cause) => {
    await using indexer = await startTestIndexer({ "index.md": "# Welcome\n" }, { takesRuns: false });
    const { ctx, services } = indexer;
    const job = await seedJob(ctx);
    await requestIndex(ctx);

    for (let time = 1; time <= 2; time += 1) {
      const { signal, said } = await block(services.databaseUrl, ctx.project.id, job.id, cause);
      const id = cause === "job" ? job.id : ctx.project.id;
      expect([signal, said]).toEqual(["SIGKILL", expect.stringContaining(`running ${cause} ${id}\n`)]);
    }

    expect([
      await claimJob(services, { id: job.id }),
      await claimIndex(services, { projectId: ctx.project.id }),
    ]).toEqual([cause === "job" ? null : expect.anything(), cause === "index" ? null : expect.anything()]);
  },
);
