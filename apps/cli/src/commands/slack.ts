import { readFile } from "node:fs/promises";
import { parseInput } from "@docsteward/contract/input-schema";
import {
  clearSlackCommand,
  getSlackCommand,
  SetSlackCommand,
  setSlackCommand,
} from "@docsteward/services/slack/settings";
import { createCommand } from "../command.ts";
import { UsageError } from "../options.ts";
import { print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; json?: true };

/** `docsteward slack show`: what the Slack app is made from, and whether it asks. */
export const slackShow = createCommand(
  "show",
  "Print the manifest to create a Slack app from, and the settings",
  "docsteward slack show --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const state = await getSlackCommand(ctx);
      if (options.json) return printJson({ ...state, manifest: JSON.parse(state.manifest) });
      print(state.manifest);
      printMessage(describe(state.settings));
    }),
  );

function describe(settings: { isPublic: boolean; lastAskedAt: Date | null } | null): string {
  if (settings === null) return "Off. Create the app in Slack, then run `docsteward slack set --secret-file <path>`.";
  const last = settings.lastAskedAt?.toISOString() ?? "never";
  return `On. Answers are shown to ${settings.isPublic ? "the channel" : "the person who asks"}. Last question: ${last}.`;
}

type SetOptions = { domain?: string; secretFile?: string; public?: boolean };

/** `docsteward slack set`: lets a Slack app ask, or changes how. */
export const slackSet = createCommand(
  "set",
  "Let people ask from Slack with a command",
  "docsteward slack set --domain acme-docs --secret-file signing-secret.txt",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--secret-file <path>", "file with the signing secret of the Slack app (required the first time)")
  .option("--public", "show answers to the whole channel")
  .option("--no-public", "show answers to the person who asks (default)")
  .action((options: SetOptions) =>
    withProject(options, async (ctx) => {
      const { secretFile, public: isPublic } = options;
      const signingSecret = secretFile === undefined ? undefined : await readSecret(secretFile);
      const { settings } = await setSlackCommand(ctx, parseInput(SetSlackCommand, { signingSecret, isPublic }));
      printMessage(describe(settings));
    }),
  );

async function readSecret(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => {
    throw new UsageError(`${path} can't be read.`);
  });
}

/** `docsteward slack off`: questions from Slack are refused from now on. */
export const slackOff = createCommand("off", "Refuse questions from Slack", "docsteward slack off --domain acme-docs")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((options: { domain?: string }) =>
    withProject(options, async (ctx) => {
      await clearSlackCommand(ctx);
      printMessage(`Questions from Slack to ${ctx.project.domain} are refused.`);
    }),
  );
