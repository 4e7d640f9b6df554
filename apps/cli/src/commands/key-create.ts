import { KeyKind, KeyScope } from "@docsteward/contract/key";
import { createKey } from "@docsteward/services/key/create";
import { collect } from "../collect.ts";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { print, printJson, say } from "../output.ts";
import { parseDays } from "../parse-days.ts";
import { withProject } from "../with-project.ts";

type Options = {
  domain?: string;
  kind: KeyKind;
  name: string;
  expires: number | null;
  scope?: KeyScope[];
  ip?: string[];
  origin?: string[];
  json?: true;
};

/** `docsteward key create`: a key, whose token is shown here and never again. */
export const keyCreate = makeCommand(
  "create",
  "Create an API key; it is shown only once",
  "docsteward key create --domain acme-docs --kind admin --name CI --expires 30",
)
  .option("--domain <name>", "project of the key (required if there are several)")
  .requiredOption(
    "--kind <kind>",
    "admin (secret, for jobs) or assistant (public, for one site)",
    oneOf(KeyKind.options),
  )
  .requiredOption("--name <text>", "name that people see")
  .option("--expires <days>", "days until it expires: 7, 30, 60, 90 or never", parseDays, 90)
  .option("--scope <scope...>", "read, write (admin keys; default: both)", collect(oneOf(KeyScope.options)))
  .option("--ip <range...>", "allowed IP addresses, such as 10.0.0.0/8 (default: any)")
  .option("--origin <url...>", "allowed websites (assistant keys)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const { token, key } = await createKey(ctx, {
        organizationId: ctx.project.organizationId,
        projectId: options.kind === "assistant" ? ctx.project.id : undefined,
        kind: options.kind,
        name: options.name,
        expiresInDays: options.expires,
        scopes: options.scope,
        allowedIps: options.ip,
        allowedOrigins: options.origin,
      });
      if (options.json) return printJson({ id: key.id, key: token, expiresAt: key.expiresAt });
      print(token);
      say(`Created ${key.id}. The key is shown only now.`);
    }),
  );
