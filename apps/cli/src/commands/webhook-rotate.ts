import { rotateWebhookSecret } from "@docsteward/services/webhook/rotate-secret";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward webhook rotate`: a new secret; the old one's signatures go along for a day. */
export const webhookRotate = makeCommand(
  "rotate",
  "Give a webhook a new secret; both work for 24 hours",
  "docsteward webhook rotate whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const { secret, oldSecretEnds } = await rotateWebhookSecret(ctx, { id });
      if (options.json) return printJson({ id, secret, oldSecretEnds });
      print(secret);
      say(
        `The secret is shown only now. Deliveries are signed with the old one, too, until ${oldSecretEnds.toISOString()}.`,
      );
    }),
  );
