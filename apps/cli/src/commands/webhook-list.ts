import { listWebhooks } from "@docsteward/services/webhook/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

/** `docsteward webhook list`: where a project's events go, and what is wrong there. */
export const webhookList = makeCommand(
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
      if (webhooks.length === 0) return say("No webhooks yet. Create one with `docsteward webhook create`.");
      const rows = webhooks.map(({ id, state, events, url }) => [id, state, events.join(",") || "all", url]);
      print(toTable([["ID", "STATE", "EVENTS", "URL"], ...rows]));
      for (const { id, pausedReason } of webhooks) if (pausedReason) say(`${id} is paused: ${pausedReason}`);
    }),
  );
