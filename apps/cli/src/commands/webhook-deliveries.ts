import { type DeliverySummary, listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; limit: number; json?: true };

/** `docsteward webhook deliveries`: what was sent to an endpoint and what came of it, newest first. */
export const webhookDeliveries = makeCommand(
  "deliveries",
  "Show the delivery log of a webhook",
  "docsteward webhook deliveries whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --limit 50",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--limit <count>", "maximum number", parseCount(100), 20)
  .option("--json", "print a JSON array, with bodies and all attempts")
  .action((id: string, options: Options) =>
    withProject(options, async (ctx) => {
      const deliveries = await listDeliveries(ctx, { webhookId: id, limit: options.limit });
      if (options.json) return printJson(deliveries);
      if (deliveries.length === 0) return say("No deliveries yet.");
      print(toTable([["ID", "AT", "EVENT", "STATE", "TRIES", "LAST ANSWER"], ...deliveries.map(toRow)]));
    }),
  );

function toRow({ id, createdAt, type, state, attempts }: DeliverySummary): string[] {
  const last = attempts.at(-1);
  const answer = last ? (last.error ?? `${last.status} in ${last.durationMs} ms`) : "not sent yet";
  return [id, createdAt.toISOString(), type, state, String(attempts.length), answer];
}
