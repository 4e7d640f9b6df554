import { rotateKey } from "@docsteward/services/key/rotate";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; grace: number; json?: true };

/** `docsteward key rotate`: a new key in the place of another, which works on for a while. */
export const keyRotate = makeCommand(
  "rotate",
  "Replace a key with a new one; it is shown only once",
  "docsteward key rotate key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs --grace 48",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--grace <hours>", "hours that the old key keeps working", parseCount(720, 0), 24)
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: Options) =>
    withProject(options, async (ctx) => {
      const { organizationId } = ctx.project;
      const { token, key, replaced } = await rotateKey(ctx, { organizationId, id, graceHours: options.grace });
      const replacedEndsAt = replaced.expiresAt;
      if (options.json) return printJson({ id: key.id, key: token, expiresAt: key.expiresAt, replacedEndsAt });
      print(token);
      say(`Created ${key.id}. It replaces ${id}, which expires at ${replacedEndsAt?.toISOString()}.`);
      say("The key is shown only now.");
    }),
  );
