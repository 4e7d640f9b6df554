import { KeyScope } from "@docsteward/contract/key";
import { updateKey } from "@docsteward/services/key/update";
import { collect } from "../collect.ts";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

type Options = {
  domain?: string;
  name?: string;
  scope?: KeyScope[];
  ip?: string[];
  origin?: string[];
  anyIp?: true;
  json?: true;
};

/** `docsteward key update`: changes what a key allows; what is not named stays. */
export const keyUpdate = makeCommand(
  "update",
  "Change an API key's permissions or name",
  "docsteward key update key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --origin https://docs.acme.com https://acme.com",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--name <text>", "name that people see")
  .option("--scope <scope...>", "read, write (admin keys)", collect(oneOf(KeyScope.options)))
  .option("--ip <range...>", "new allowed IP addresses, such as 10.0.0.0/8")
  .option("--any-ip", "allow every IP address")
  .option("--origin <url...>", "new allowed websites (assistant keys)")
  .option("--no-origins", "allow server requests only, no website (assistant keys)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: Options & { origins: boolean }) =>
    withProject(options, async (ctx) => {
      const key = await updateKey(ctx, {
        organizationId: ctx.project.organizationId,
        id,
        name: options.name,
        scopes: options.scope,
        allowedIps: options.anyIp ? [] : options.ip,
        allowedOrigins: options.origins ? options.origin : [],
      });
      if (options.json) return printJson(key);
      say(`Changed ${key.id} (${key.name}).`);
    }),
  );
