import { parseInput } from "@docsteward/contract/input-schema";
import {
  CreateWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  UpdateWebhook,
  updateWebhook,
} from "@docsteward/services/webhook/endpoints";
import { type DeliverySummary, listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { pingWebhook, redeliverWebhook } from "@docsteward/services/webhook/publish";
import { createCommand } from "../command.ts";
import { oneOf, parseCount, UsageError } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; event?: string[]; format?: "standard" | "slack"; json?: true };

/** `docsteward webhook create`: an endpoint, whose secret is shown here and never again. */
export const webhookCreate = createCommand(
  "create",
  "Send a project's events to a URL; the secret is shown only once",
  "docsteward webhook create https://example.com/hooks --domain acme-docs --event job.completed job.failed",
)
  .argument("<url>", "URL to send events to")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--event <type...>", "only these events (default: all of them)")
  .option(
    "--format <name>",
    "standard (signed JSON) or slack (a message for a Slack channel)",
    oneOf(["standard", "slack"] as const),
  )
  .option("--json", "print one JSON object and nothing else")
  .action((url: string, options: Options) =>
    withProject(options, async (ctx) => {
      const { event: events, format } = options;
      const { secret, webhook } = await createWebhook(ctx, parseInput(CreateWebhook, { url, events, format }));
      if (options.json) return printJson({ id: webhook.id, secret });
      if (secret !== null) print(secret);
      printMessage(
        `Created ${webhook.id}.${secret === null ? "" : " The secret is shown only now."} To test the webhook, run \`docsteward webhook ping ${webhook.id}\`.`,
      );
    }),
  );

/** `docsteward webhook list`: where a project's events go, and what is wrong there. */
export const webhookList = createCommand(
  "list",
  "List the webhooks of a project",
  "docsteward webhook list --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const webhooks = await listWebhooks(ctx);
      if (options.json) return printJson(webhooks);
      if (webhooks.length === 0) return printMessage("No webhooks yet. Create one with `docsteward webhook create`.");
      const rows = webhooks.map(({ id, state, events, url }) => [id, state, events.join(",") || "all", url]);
      print(formatTable([["ID", "STATE", "EVENTS", "URL"], ...rows]));
      for (const { id, pausedReason } of webhooks) if (pausedReason) printMessage(`${id} is paused: ${pausedReason}`);
    }),
  );

type UpdateOptions = { domain?: string; url?: string; event?: string[]; pause?: true; resume?: true; json?: true };

/** `docsteward webhook update`: another address or other events, a pause, or the end of one. */
export const webhookUpdate = createCommand(
  "update",
  "Change, pause or resume a webhook",
  "docsteward webhook update whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --resume",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--url <url>", "URL to send events to")
  .option("--event <type...>", "only these events; `all` for all events")
  .option("--pause", "stop sending; events during the pause are not sent later")
  .option("--resume", "send again")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: UpdateOptions) => {
    const { url, pause, resume } = options;
    if (pause && resume) throw new UsageError("--pause and --resume can't be used together.");
    const isPaused = pause ? true : resume ? false : undefined;
    const events = options.event?.includes("all") ? [] : options.event;
    return withProject(options, async (ctx) => {
      const webhook = await updateWebhook(ctx, parseInput(UpdateWebhook, { id, url, events, isPaused }));
      if (options.json) return printJson(webhook);
      printMessage(
        `${webhook.id} is ${webhook.state} and sends ${webhook.events.join(", ") || "all events"} to ${webhook.url}.`,
      );
    });
  });

/** `docsteward webhook delete`: an endpoint and its delivery log are gone. */
export const webhookDelete = createCommand(
  "delete",
  "Delete a webhook and its delivery log",
  "docsteward webhook delete whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((id: string, options: { domain?: string }) =>
    withProject(options, async (ctx) => {
      await deleteWebhook(ctx, { id });
      printMessage(`Deleted ${id}.`);
    }),
  );

/** `docsteward webhook rotate`: a new secret; the old one's signatures go along for a day. */
export const webhookRotate = createCommand(
  "rotate",
  "Give a webhook a new secret; both work for 24 hours",
  "docsteward webhook rotate whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const { secret, previousSecretExpiresAt } = await rotateWebhookSecret(ctx, { id });
      if (options.json) return printJson({ id, secret, previousSecretExpiresAt });
      print(secret);
      printMessage(
        `The secret is shown only now. Deliveries are signed with the old one, too, until ${previousSecretExpiresAt.toISOString()}.`,
      );
    }),
  );

/** `docsteward webhook ping`: an event that means nothing, to try an endpoint out. */
export const webhookPing = createCommand(
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
      printMessage(`Queued ${deliveryId}. To see the result, run \`docsteward webhook deliveries ${id}\`.`);
    }),
  );

type DeliveriesOptions = { domain?: string; limit: number; json?: true };

/** `docsteward webhook deliveries`: what was sent to an endpoint and what came of it, newest first. */
export const webhookDeliveries = createCommand(
  "deliveries",
  "Show the delivery log of a webhook",
  "docsteward webhook deliveries whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --limit 50",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--limit <count>", "maximum number", parseCount(100), 20)
  .option("--json", "print a JSON array, with bodies and all attempts")
  .action((id: string, options: DeliveriesOptions) =>
    withProject(options, async (ctx) => {
      const deliveries = await listDeliveries(ctx, { id, limit: options.limit });
      if (options.json) return printJson(deliveries);
      if (deliveries.length === 0) return printMessage("No deliveries yet.");
      print(formatTable([["ID", "AT", "EVENT", "STATE", "TRIES", "LAST ANSWER"], ...deliveries.map(toRow)]));
    }),
  );

function toRow({ id, createdAt, type, state, attempts }: DeliverySummary): string[] {
  const last = attempts.at(-1);
  const answer = last ? (last.error ?? `${last.status} in ${last.durationMs} ms`) : "not sent yet";
  return [id, createdAt.toISOString(), type, state, String(attempts.length), answer];
}

/** `docsteward webhook redeliver`: sends one delivery again. */
export const webhookRedeliver = createCommand(
  "redeliver",
  "Send a delivery again with the same id",
  "docsteward webhook redeliver msg_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<delivery-id>", "delivery id, from `docsteward webhook deliveries`")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((deliveryId: string, options: { domain?: string }) =>
    withProject(options, async (ctx) => {
      await redeliverWebhook(ctx, { deliveryId });
      printMessage(`Queued ${deliveryId} again.`);
    }),
  );
