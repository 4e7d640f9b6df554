import { parseInput } from "@docsteward/contract/input-schema";
import {
  clearReaderAccess,
  getReaderAccess,
  ReaderAccessMethod,
  rotateReaderSecret,
  SetReaderAccess,
  setReaderAccess,
} from "@docsteward/services/reader-access/settings";
import { createCommand } from "../command.ts";
import { oneOf } from "../options.ts";
import { print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; json?: true };

/** `docsteward access show`: whether groups are enforced, and how readers prove theirs. */
export const accessShow = createCommand(
  "show",
  "Show who can read which pages",
  "docsteward access show --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const state = await getReaderAccess(ctx);
      if (options.json) return printJson(state);
      const { settings, pages } = state;
      if (settings === null) return print(`Every reader can read all ${pages.total} pages.`);
      const open = settings.isByNavigation ? pages.openByNavigation : pages.open;
      print(`Method: ${settings.method}${settings.keySetUrl ? ` (${settings.keySetUrl})` : ""}`);
      print(`Readers without groups can read ${open} of ${pages.total} pages.`);
    }),
  );

type SetOptions = Options & {
  method: ReaderAccessMethod;
  keySet?: string;
  issuer?: string;
  claim?: string;
  navigation: boolean;
};

/** `docsteward access set`: enforces groups from now on. A new secret is shown here and never again. */
export const accessSet = createCommand(
  "set",
  "Restrict pages to groups; a new secret is shown only once",
  "docsteward access set --domain acme-docs --method secret",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .requiredOption(
    "--method <method>",
    "secret (tokens of a shared secret), jwks (tokens of an identity provider) or keys (API keys only)",
    oneOf(ReaderAccessMethod.options),
  )
  .option("--key-set <url>", "JWKS address (jwks)")
  .option("--issuer <iss>", "`iss` that tokens must have (default: any)")
  .option("--claim <name>", "claim with the groups (default: groups)")
  .option("--no-navigation", "only front matter restricts pages, not navigation groups")
  .option("--json", "print one JSON object and nothing else")
  .action((options: SetOptions) =>
    withProject(options, async (ctx) => {
      const input = parseInput(SetReaderAccess, {
        method: options.method,
        keySetUrl: options.keySet,
        issuer: options.issuer,
        groupsClaim: options.claim,
        isByNavigation: options.navigation,
      });
      const { secret } = await setReaderAccess(ctx, input);
      if (options.json) return printJson({ secret });
      if (secret !== null) print(secret);
      printMessage(`Pages of ${ctx.project.domain} are restricted to groups. The site is being indexed again.`);
    }),
  );

/** `docsteward access rotate`: a new secret; tokens of the earlier one end now. */
export const accessRotate = createCommand(
  "rotate",
  "Replace the secret of readers' tokens; it is shown only once",
  "docsteward access rotate --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const { secret } = await rotateReaderSecret(ctx);
      if (options.json) return printJson({ secret });
      print(secret);
      printMessage("Tokens signed with the earlier secret no longer work.");
    }),
  );

/** `docsteward access off`: every reader may read every page again. */
export const accessOff = createCommand(
  "off",
  "Show every page to every reader",
  "docsteward access off --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      await clearReaderAccess(ctx);
      printMessage(`Every reader can read every page of ${ctx.project.domain}.`);
    }),
  );
