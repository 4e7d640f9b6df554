import { createClient } from "@docsteward/db/client";
import { openNotifier } from "@docsteward/db/notify";
import { openQueue } from "@docsteward/db/queue";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import type { SystemContext } from "@docsteward/services/context";
import { claimIndex } from "@docsteward/services/site/index-run";

/** A worker that takes a run and never gets on with it, to be killed. */
const [url = ""] = process.argv.slice(2);
const db = createClient(url, { log: silentLogger });
const queue = await openQueue({ url, log: silentLogger, isWorker: true });
const notifier = await openNotifier({ url, log: silentLogger });
await queue.index.work(async ({ id: projectId }) => {
  const ctx = { db, queue, notifier, clock: systemClock, log: silentLogger } as unknown as SystemContext;
  await claimIndex(ctx, { projectId });
  await new Promise(() => undefined);
});
