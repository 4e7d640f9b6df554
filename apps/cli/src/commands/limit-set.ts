import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import { setLimit } from "@docsteward/services/limit/set";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; key?: string; json?: true };

const parseQuota = (text: string) => (text === "default" ? null : parseCount(1_000_000_000, 0)(text));

/** `docsteward limit set`: another limit for an organization, or for one of its keys. */
export const limitSet = makeCommand(
  "set",
  "Set a limit for an organization or one of its keys",
  "docsteward limit set key-month 50000 --domain acme-docs --key key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<limit>", LIMIT_NAMES.join(", "), oneOf(LIMIT_NAMES))
  .argument("<calls>", "number per window, or `default` for the configured value", parseQuota)
  .option("--domain <name>", "a project of the organization (required if there are several)")
  .option("--key <id>", "only this key (default: the whole organization)")
  .option("--json", "print one JSON object and nothing else")
  .action((name: LimitName, quota: number | null, options: Options) =>
    withProject(options, async (ctx) => {
      const { organizationId, organization } = ctx.project;
      await setLimit(ctx, { organizationId, keyId: options.key, name, quota });
      if (options.json) return printJson({ name, quota, organization: organization.slug, keyId: options.key ?? null });
      say(`${name} of ${options.key ?? organization.slug} is now ${quota ?? "the configured value"}.`);
    }),
  );
