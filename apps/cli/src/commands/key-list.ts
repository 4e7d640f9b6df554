import { listKeys } from "@docsteward/services/key/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

const day = (date: Date | null, none: string) => date?.toISOString().slice(0, 10) ?? none;

/** `docsteward key list`: the keys that open a project, never their tokens. */
export const keyList = makeCommand("list", "List the API keys of a project", "docsteward key list --domain acme-docs")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const { organizationId, id: projectId } = ctx.project;
      const keys = await listKeys(ctx, { organizationId, projectId });
      if (options.json) return printJson(keys);
      if (keys.length === 0) return say("No keys yet. Create one with `docsteward key create`.");
      const rows = keys.map((key) => [
        key.id,
        key.kind,
        key.state,
        key.hint,
        day(key.expiresAt, "never"),
        day(key.lastUsedAt, "never"),
        key.name,
      ]);
      print(toTable([["ID", "KIND", "STATE", "KEY", "ENDS", "LAST USED", "NAME"], ...rows]));
    }),
  );
