// A worker process for tests: holds a job and a run over a site's pages, and stops its event loop in one of the two.
import { createClient } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import { runAs, startWatchdog } from "@docsteward/platform/watchdog";
import type { SystemContext } from "@docsteward/services/context";
import { claimJob } from "@docsteward/services/job/lease";
import type { Lease } from "@docsteward/services/lease";
import { claimIndex } from "@docsteward/services/site/index-run";

const [url = "", projectId = "", jobId = "", cause] = process.argv.slice(2);
const db = createClient(url, { log: silentLogger });
const services = { db, clock: systemClock, log: silentLogger } as unknown as SystemContext;
const run = await claimIndex(services, { projectId });
const job = await claimJob(services, { id: jobId });
if (run === null || job === null) process.exit(1);
const onSilence = { module: new URL("record-losses.ts", import.meta.url).href, input: url };
// A watchdog counts only the time in which it was not held up itself: short beats are easily late on a busy machine.
startWatchdog({ name: "docsteward-worker", silenceSeconds: 2, onSilence });

const hold = (lease: Lease) =>
  runAs(lease, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    while (cause === lease.kind);
    await new Promise(() => undefined);
  });
await Promise.all([hold(job.lease), hold(run.lease)]);
