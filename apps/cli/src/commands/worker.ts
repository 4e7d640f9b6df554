import { listWorkers } from "@docsteward/services/worker-process";
import { createCommand } from "../command.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withServices } from "../with-services.ts";

/** `docsteward worker list`: the workers that run, what they hold, and which of them are paused. */
export const workerList = createCommand("list", "List the running workers", "docsteward worker list")
  .option("--json", "print a JSON array")
  .action(({ json }: { json?: true }) =>
    withServices(async (services) => {
      const workers = await listWorkers(services);
      if (json) return printJson(workers);
      if (workers.length === 0) return printMessage("No worker has reported in the last 30 seconds.");
      const rows = workers.map(({ host, pid, startedAt, running, concurrency, pause, jobs }) => [
        host,
        String(pid),
        startedAt.toISOString(),
        [`${running} of ${concurrency}`, ...jobs].join(" "),
        pause === null ? "takes jobs" : `paused since ${pause.since.toISOString()}: ${pause.reason}`,
      ]);
      print(formatTable([["HOST", "PID", "STARTED", "JOBS", "STATE"], ...rows]));
    }),
  );
