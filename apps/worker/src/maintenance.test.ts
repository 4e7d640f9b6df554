import { reply } from "@docsteward/model-script/script";
import { expect, test } from "vitest";
import { startAgentQueue } from "./agent-queue.ts";
import { startJobSweep } from "./maintenance.ts";
import { startTestWorker } from "./testing/worker.ts";

test("a job whose queue entry was deleted by hand is picked up again", async () => {
  await using worker = await startTestWorker([reply.text("Done.")], { takesJobs: false });
  const id = await worker.start("Say something");
  await worker.services.db.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key = ${id}`;

  const queue = await startAgentQueue(worker.parts);
  const sweeping = startJobSweep(worker.services, { maxMinutes: 30 }, { everyMs: 50 });

  expect(await worker.end(id)).toMatchObject({ status: "completed", messageToUser: "Done." });
  sweeping.stop();
  queue.stop();
});
