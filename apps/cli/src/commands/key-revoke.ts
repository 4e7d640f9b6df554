import { revokeKey } from "@docsteward/services/key/revoke";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

/** `docsteward key revoke`: ends a key for good. */
export const keyRevoke = makeCommand(
  "revoke",
  "End an API key; every process refuses it within 10 seconds",
  "docsteward key revoke key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "the key's id, as `docsteward key list` shows it")
  .option("--domain <name>", "project (needed when there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const key = await revokeKey(ctx, { organizationId: ctx.project.organizationId, id });
      if (options.json) return printJson({ id: key.id, revokedAt: key.revokedAt });
      say(`Revoked ${key.id} (${key.name}).`);
    }),
  );
