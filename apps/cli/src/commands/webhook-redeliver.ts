import { redeliverWebhook } from "@docsteward/services/webhook/redeliver";
import { makeCommand } from "../make-command.ts";
import { say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward webhook redeliver`: sends one delivery again. */
export const webhookRedeliver = makeCommand(
  "redeliver",
  "Send a delivery again with the same id",
  "docsteward webhook redeliver msg_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<delivery-id>", "delivery id, from `docsteward webhook deliveries`")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((deliveryId: string, options: { domain?: string }) =>
    withProject(options, async (ctx) => {
      await redeliverWebhook(ctx, { deliveryId });
      say(`Queued ${deliveryId} again.`);
    }),
  );
