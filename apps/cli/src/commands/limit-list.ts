import { listLimits } from "@docsteward/services/limit/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

/** `docsteward limit list`: the limits of an organization, and the keys that have others. */
export const limitList = makeCommand("list", "List the limits of an organization", "docsteward limit list --json")
  .option("--domain <name>", "a project of the organization (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const limits = await listLimits(ctx, { organizationId: ctx.project.organizationId });
      if (options.json) return printJson(limits);
      const rows = limits.flatMap(({ name, window, quota, configured, keys }) => [
        [name, window, String(quota), String(configured), "all"],
        ...keys.map((key) => [name, window, String(key.quota), String(configured), key.keyId]),
      ]);
      print(toTable([["LIMIT", "WINDOW", "CALLS", "CONFIGURED", "KEY"], ...rows]));
    }),
  );
