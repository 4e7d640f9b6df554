import { pingWebhook } from "@docsteward/services/webhook/ping";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward webhook ping`: an event that means nothing, to try an endpoint out. */
export const webhookPing = makeCommand(
  "ping",
  "Send a test event to a webhook",
  "docsteward webhook ping whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const { deliveryId } = await pingWebhook(ctx, { id });
      if (options.json) return printJson({ deliveryId });
      say(`Queued ${deliveryId}. To see the result, run \`docsteward webhook deliveries ${id}\`.`);
    }),
  );
