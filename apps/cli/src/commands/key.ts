import { parseInput } from "@docsteward/contract/input-schema";
import { KeyKind, type KeyLifetime, KeyScope } from "@docsteward/contract/key";
import { CreateKey, createKey } from "@docsteward/services/key/create";
import { RevokeKey, revokeKey, UpdateKey, updateKey } from "@docsteward/services/key/key";
import { listKeys } from "@docsteward/services/key/list";
import { RotateKey, rotateKey } from "@docsteward/services/key/rotate";
import { createCommand } from "../command.ts";
import { collect, oneOf, parseCount, parseDays } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = {
  domain?: string;
  kind: KeyKind;
  name: string;
  expires: KeyLifetime;
  scope?: KeyScope[];
  ip?: string[];
  origin?: string[];
  group?: string[];
  json?: true;
};

/** `docsteward key create`: a key, whose token is shown here and never again. */
export const keyCreate = createCommand(
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
  .option(
    "--scope <scope...>",
    "read, write, readers (admin keys; default: read and write)",
    collect(oneOf(KeyScope.options)),
  )
  .option("--ip <range...>", "allowed IP addresses, such as 10.0.0.0/8 (default: any)")
  .option("--origin <url...>", "allowed websites (assistant keys)")
  .option("--group <name...>", "reader groups of every caller (assistant keys)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const input = parseInput(CreateKey, {
        kind: options.kind,
        name: options.name,
        expiresInDays: options.expires,
        scopes: options.scope,
        allowedIps: options.ip,
        allowedOrigins: options.origin,
        groups: options.group,
      });
      const { token, key } = await createKey(ctx, input);
      if (options.json) return printJson({ id: key.id, key: token, expiresAt: key.expiresAt });
      print(token);
      printMessage(`Created ${key.id}. The key is shown only now.`);
    }),
  );

const day = (date: Date | null, none: string) => date?.toISOString().slice(0, 10) ?? none;

/** `docsteward key list`: the keys that open a project, never their tokens. */
export const keyList = createCommand("list", "List the API keys of a project", "docsteward key list --domain acme-docs")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const keys = await listKeys(ctx);
      if (options.json) return printJson(keys);
      if (keys.length === 0) return printMessage("No keys yet. Create one with `docsteward key create`.");
      const rows = keys.map((key) => [
        key.id,
        key.kind,
        key.state,
        key.hint,
        day(key.expiresAt, "never"),
        day(key.lastUsedAt, "never"),
        key.name,
      ]);
      print(formatTable([["ID", "KIND", "STATE", "KEY", "ENDS", "LAST USED", "NAME"], ...rows]));
    }),
  );

type UpdateOptions = {
  domain?: string;
  name?: string;
  scope?: KeyScope[];
  ip?: string[];
  origin?: string[];
  group?: string[];
  anyIp?: true;
  json?: true;
};

/** `docsteward key update`: changes what a key allows; what is not named stays. */
export const keyUpdate = createCommand(
  "update",
  "Change an API key's permissions or name",
  "docsteward key update key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --origin https://docs.acme.com https://acme.com",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--name <text>", "name that people see")
  .option("--scope <scope...>", "read, write, readers (admin keys)", collect(oneOf(KeyScope.options)))
  .option("--ip <range...>", "new allowed IP addresses, such as 10.0.0.0/8")
  .option("--any-ip", "allow every IP address")
  .option("--origin <url...>", "new allowed websites (assistant keys)")
  .option("--group <name...>", "new reader groups (assistant keys)")
  .option("--no-groups", "remove all reader groups (assistant keys)")
  .option("--no-origins", "allow server requests only, no website (assistant keys)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: UpdateOptions & { origins: boolean; groups: boolean }) =>
    withProject(options, async (ctx) => {
      const input = parseInput(UpdateKey, {
        id,
        name: options.name,
        scopes: options.scope,
        allowedIps: options.anyIp ? [] : options.ip,
        allowedOrigins: options.origins ? options.origin : [],
        groups: options.groups ? options.group : [],
      });
      const key = await updateKey(ctx, input);
      if (options.json) return printJson(key);
      printMessage(`Changed ${key.id} (${key.name}).`);
    }),
  );

type RotateOptions = { domain?: string; grace: number; json?: true };

/** `docsteward key rotate`: a new key in the place of another, which works on for a while. */
export const keyRotate = createCommand(
  "rotate",
  "Replace a key with a new one; it is shown only once",
  "docsteward key rotate key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs --grace 48",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--grace <hours>", "hours that the old key keeps working", parseCount(720, 0), 24)
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: RotateOptions) =>
    withProject(options, async (ctx) => {
      const input = parseInput(RotateKey, { id, graceHours: options.grace });
      const { token, key, replaced } = await rotateKey(ctx, input);
      const replacedEndsAt = replaced.expiresAt;
      if (options.json) return printJson({ id: key.id, key: token, expiresAt: key.expiresAt, replacedEndsAt });
      print(token);
      printMessage(`Created ${key.id}. It replaces ${id}, which expires at ${replacedEndsAt?.toISOString()}.`);
      printMessage("The key is shown only now.");
    }),
  );

/** `docsteward key revoke`: ends a key for good. */
export const keyRevoke = createCommand(
  "revoke",
  "Revoke an API key; it stops working within 10 seconds",
  "docsteward key revoke key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "key id, from `docsteward key list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const key = await revokeKey(ctx, parseInput(RevokeKey, { id }));
      if (options.json) return printJson({ id: key.id, revokedAt: key.revokedAt });
      printMessage(`Revoked ${key.id} (${key.name}).`);
    }),
  );
