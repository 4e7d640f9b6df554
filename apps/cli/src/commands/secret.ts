import { createInterface } from "node:readline/promises";
import { env } from "@docsteward/platform/env";
import { resetSecret, type SecretReset } from "@docsteward/services/secret/reset";
import { getSecretState } from "@docsteward/services/secret/rotation";
import { createCommand } from "../command.ts";
import { UsageError } from "../options.ts";
import { print, printJson, printMessage } from "../output.ts";
import { silent, withServices } from "../with-services.ts";

const SHOWN = 20;

/** `docsteward secret status`: whether anything still needs the previous secret. */
export const secretStatus = createCommand(
  "status",
  "Show what still needs KEY_SECRET_PREVIOUS",
  "docsteward secret status",
)
  .option("--json", "print one JSON object and nothing else")
  .action(({ json }: { json?: true }) =>
    withServices(async (services) => {
      const state = await getSecretState(services);
      if (json) return printJson(state);
      const { keys, waitingKeys, sealed, sealedBefore } = state;
      print(`API keys on the present secret: ${keys - waitingKeys.length} of ${keys}`);
      print(`Stored secrets on the present secret: ${sealed - sealedBefore} of ${sealed}`);
      for (const { organization, name, id, lastUsedAt } of waitingKeys.slice(0, SHOWN))
        print(`  ${organization}: ${name} (${id}), last used ${lastUsedAt?.toISOString() ?? "never"}`);
      if (waitingKeys.length > SHOWN) print(`  and ${waitingKeys.length - SHOWN} more`);
      printMessage(
        waitingKeys.length + sealedBefore === 0
          ? "Nothing needs the previous secret. KEY_SECRET_PREVIOUS can be removed."
          : "Keep KEY_SECRET_PREVIOUS. A key changes when it is used; a worker changes stored secrets.",
      );
    }),
  );

const CONSEQUENCES =
  "This revokes every API key, ends every session and invitation, pauses every webhook, and clears the keys of models, readers and the GitHub App. It can't be undone.";

/** `docsteward secret reset`: for an installation whose key secret is lost. */
export const secretReset = createCommand(
  "reset",
  "Start with a new key secret, when the old one is lost: revokes all keys",
  "docsteward secret reset",
)
  .option("--yes", "don't ask for confirmation")
  .option("--json", "print one JSON object and nothing else")
  .action(async ({ yes, json }: { yes?: true; json?: true }) => {
    if (!yes) await confirm();
    const reset = await resetSecret({ env: env(), log: silent });
    if (json) return printJson(reset);
    for (const line of describeReset(reset)) print(line);
    printMessage("Restart every process of the service now.");
  });

async function confirm(): Promise<void> {
  printMessage(CONSEQUENCES);
  if (!process.stdin.isTTY) throw new UsageError("Nothing was changed. Pass --yes to confirm.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Type "reset" to confirm: ');
  terminal.close();
  if (answer.trim() !== "reset") throw new UsageError("Nothing was changed.");
}

function describeReset({
  keys,
  invitations,
  sessions,
  webhooks,
  models,
  readerSecrets,
  repositoryCredentials,
  automationSecrets,
  slackCommands,
  personalWebhooks,
  gitHubApp,
}: SecretReset): string[] {
  return [
    `Revoked ${keys} API keys: create new ones.`,
    `Ended ${sessions} sessions and ${invitations} invitations: people sign in again, with the same passwords.`,
    ...webhooks.map(({ project, url }) => `${project}: rotate the secret of the webhook ${url}, and resume it.`),
    ...models.map(({ owner, provider }) => `${owner}: enter the key of its model provider ${provider} again.`),
    ...readerSecrets.map(
      (project) => `${project}: rotate the reader secret. Until then, tokens of readers are refused.`,
    ),
    ...(repositoryCredentials > 0
      ? [
          `Removed the tokens and keys of ${repositoryCredentials} repositories: set them again with \`docsteward project repository\`.`,
        ]
      : []),
    ...(automationSecrets > 0
      ? [`Removed the webhook secrets of ${automationSecrets} automations: create them again by the API.`]
      : []),
    ...(slackCommands > 0
      ? [
          `${slackCommands} projects refuse questions from Slack: enter the signing secrets again under Settings › Webhooks.`,
        ]
      : []),
    ...(personalWebhooks > 0
      ? [`Removed the personal webhooks of ${personalWebhooks} people: they enter them again under Account.`]
      : []),
    ...(gitHubApp ? ["Connect a GitHub App again, and delete the old one at GitHub."] : []),
  ];
}
