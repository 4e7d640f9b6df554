import { updateWebhook } from "@docsteward/services/webhook/update";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { UsageError } from "../usage-error.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; url?: string; event?: string[]; pause?: true; resume?: true; json?: true };

/** `docsteward webhook update`: another address or other events, a pause, or the end of one. */
export const webhookUpdate = makeCommand(
  "update",
  "Change a webhook, pause it, or let it go on",
  "docsteward webhook update whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --resume",
)
  .argument("<id>", "the webhook's id, as `docsteward webhook list` shows it")
  .option("--domain <name>", "project (needed when there are several)")
  .option("--url <url>", "where events are sent to")
  .option("--event <type...>", "only these events; `all` is all of them")
  .option("--pause", "send nothing until it is resumed; what happens meanwhile is not sent")
  .option("--resume", "send again")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: Options) => {
    const { url, pause, resume } = options;
    if (pause && resume) throw new UsageError("--pause and --resume say opposite things: give one of them.");
    const isPaused = pause ? true : resume ? false : undefined;
    const events = options.event?.includes("all") ? [] : options.event;
    return withProject(options, async (ctx) => {
      const webhook = await updateWebhook(ctx, { id, url, events, isPaused });
      if (options.json) return printJson(webhook);
      say(
        `${webhook.id} is ${webhook.state} and sends ${webhook.events.join(", ") || "all events"} to ${webhook.url}.`,
      );
    });
  });
