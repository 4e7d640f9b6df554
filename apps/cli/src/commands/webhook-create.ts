import { createWebhook } from "@docsteward/services/webhook/create";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; event?: string[]; json?: true };

/** `docsteward webhook create`: an endpoint, whose secret is shown here and never again. */
export const webhookCreate = makeCommand(
  "create",
  "Send a project's events to a URL; the secret is shown only once",
  "docsteward webhook create https://example.com/hooks --domain acme-docs --event job.completed job.failed",
)
  .argument("<url>", "URL to send events to")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--event <type...>", "only these events (default: all of them)")
  .option("--json", "print one JSON object and nothing else")
  .action((url: string, options: Options) =>
    withProject(options, async (ctx) => {
      const { secret, webhook } = await createWebhook(ctx, { url, events: options.event });
      if (options.json) return printJson({ id: webhook.id, secret });
      print(secret);
      say(
        `Created ${webhook.id}. The secret is shown only now. To test the webhook, run \`docsteward webhook ping ${webhook.id}\`.`,
      );
    }),
  );
