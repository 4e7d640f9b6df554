import { updateWebhook } from "@docsteward/services/webhook/update";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { UsageError } from "../usage-error.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; url?: string; event?: string[]; pause?: true; resume?: true; json?: true };

/** `docsteward webhook update`: another address or other events, a pause, or the end of one. */
export const webhookUpdate = makeCommand(
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
  .action((id: string, options: Options) => {
    const { url, pause, resume } = options;
    if (pause && resume) throw new UsageError("--pause and --resume can't be used together.");
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
