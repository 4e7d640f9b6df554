import { parseInput } from "@docsteward/contract/input-schema";
import { ListAuditEvents, listAuditEvents } from "@docsteward/services/audit/list";
import { createCommand } from "../command.ts";
import { parseCount } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; limit: number; before?: string; json?: true };

/** `docsteward audit list`: who changed keys and limits, and when. */
export const auditList = createCommand(
  "list",
  "List changes of an organization's keys, limits, members and settings, newest first",
  "docsteward audit list --domain acme-docs --limit 20",
)
  .option("--domain <name>", "a project of the organization (required if there are several)")
  .option("--limit <count>", "maximum number of entries", parseCount(1_000), 50)
  .option("--before <id>", "only entries before this one")
  .option("--json", "print a JSON array")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const { beforeId } = parseInput(ListAuditEvents, { beforeId: options.before });
      const events = await listAuditEvents(ctx, { limit: options.limit, beforeId });
      if (options.json) return printJson(events);
      if (events.length === 0) return printMessage("No changes yet.");
      const rows = events.map(({ createdAt, actorKind, actorId, action, targetId, details }) => [
        createdAt.toISOString().slice(0, 19),
        actorId ?? actorKind,
        action,
        targetId,
        JSON.stringify(details),
      ]);
      print(formatTable([["AT (UTC)", "BY", "WHAT", "OF", "DETAILS"], ...rows]));
    }),
  );
