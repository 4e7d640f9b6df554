import { deleteWebhook } from "@docsteward/services/webhook/delete";
import { makeCommand } from "../make-command.ts";
import { say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward webhook delete`: an endpoint and its delivery log are gone. */
export const webhookDelete = makeCommand(
  "delete",
  "Delete a webhook and its delivery log",
  "docsteward webhook delete whk_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<id>", "webhook id, from `docsteward webhook list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((id: string, options: { domain?: string }) =>
    withProject(options, async (ctx) => {
      await deleteWebhook(ctx, { id });
      say(`Deleted ${id}.`);
    }),
  );
