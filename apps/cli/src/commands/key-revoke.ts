import { revokeKey } from "@docsteward/services/key/revoke";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward key revoke`: ends a key for good. */
export const keyRevoke = makeCommand(
  "revoke",
  "Revoke an API key; it stops working within 10 seconds",
  "docsteward key revoke key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const key = await revokeKey(ctx, { organizationId: ctx.project.organizationId, id });
      if (options.json) return printJson({ id: key.id, revokedAt: key.revokedAt });
      say(`Revoked ${key.id} (${key.name}).`);
    }),
  );
