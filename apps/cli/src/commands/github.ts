import { readFile } from "node:fs/promises";
import { AppError } from "@docsteward/contract/error";
import { parseInput } from "@docsteward/contract/input-schema";
import type { SystemContext } from "@docsteward/services/context";
import { connectApp } from "@docsteward/services/github-app/connect";
import { type GitHubStatus, getGitHubStatus } from "@docsteward/services/github-app/get-status";
import {
  AssignInstallation,
  assignInstallation,
  syncInstallations,
} from "@docsteward/services/github-app/installations";
import { createCommand } from "../command.ts";
import { UsageError } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withServices } from "../with-services.ts";

/** `docsteward github status`: the App, and the accounts that have installed it. */
export const githubStatus = createCommand(
  "status",
  "Show the GitHub App's connection and installations",
  "docsteward github status",
)
  .option("--json", "print one JSON object")
  .action((options: { json?: true }) =>
    withServices(async (services) => {
      const { app, problem, installations, webUrl } = await askStatus(services);
      if (options.json) return printJson({ app, problem, installations, webUrl });
      if (app === null) return printMessage("No GitHub App is connected. To connect one, see docs/github.md.");
      print(`${app.name} (${app.id}), ${app.url}`);
      if (problem !== null) throw new Error(problem);
      if (!app.hasEvents)
        printMessage("It has no webhook secret: GitHub events are rejected, and repositories are polled instead.");
      if (installations.length === 0) return printMessage(`It is not installed yet. Install it: ${app.installUrl}`);
      const rows = installations.map((one) => [one.account, String(one.repositoryCount), stateOf(one), one.org ?? "-"]);
      print(formatTable([["ACCOUNT", "REPOSITORIES", "STATE", "USED BY"], ...rows]));
    }),
  );

/** What GitHub says now: where the App is installed may have changed without an event. */
async function askStatus(services: SystemContext): Promise<GitHubStatus> {
  const known = await getGitHubStatus(services);
  if (known.problem !== null) return known;
  await syncInstallations(services);
  return getGitHubStatus(services);
}

function stateOf({ isSuspended, missingPermissions }: { isSuspended: boolean; missingPermissions: string[] }): string {
  if (isSuspended) return "suspended";
  return missingPermissions.length === 0 ? "ready" : `lacks ${missingPermissions.join(", ")}`;
}

type Options = { appId: string; privateKeyFile: string; webhookSecretFile?: string };

/** `docsteward github connect`: stores an App that was created by hand. The dashboard creates one automatically. */
export const githubConnect = createCommand(
  "connect",
  "Connect a GitHub App that you created manually (the dashboard can create one for you)",
  "docsteward github connect --app-id 123456 --private-key-file ./docsteward.private-key.pem",
)
  .requiredOption("--app-id <number>", "App ID that GitHub shows")
  .requiredOption("--private-key-file <path>", "the .pem file from GitHub")
  .option("--webhook-secret-file <path>", "file with the webhook secret (without it, GitHub events are rejected)")
  .action((options: Options) =>
    withServices(async (services) => {
      if (!/^\d{1,15}$/.test(options.appId)) throw new UsageError("--app-id must be the App's number.");
      const privateKey = await read(options.privateKeyFile);
      const secret = options.webhookSecretFile === undefined ? null : (await read(options.webhookSecretFile)).trim();
      const input = { appId: options.appId, privateKey, webhookSecret: secret || null };
      const { name, url } = await connectApp(services, input);
      print(`${name}, ${url}`);
      printMessage("The key is stored encrypted. `docsteward github status` shows where the App is installed.");
    }),
  );

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${path} can't be read.`);
  }
}

/** `docsteward github assign`: which organization here may use the repositories of an account at GitHub. */
export const githubAssign = createCommand(
  "assign",
  "Assign a GitHub account's repositories to an organization",
  "docsteward github assign --account acme --org acme",
)
  .requiredOption("--account <name>", "GitHub account that installed the App")
  .requiredOption("--org <slug>", "organization")
  .action(({ account, org }: { account: string; org: string }) =>
    withServices(async (services) => {
      const { installations } = await askStatus(services);
      const found = installations.find((one) => one.account.toLowerCase() === account.toLowerCase());
      if (!found) {
        throw new AppError("not_found", `The App is not installed at ${account}. See \`docsteward github status\`.`);
      }
      await assignInstallation(services, parseInput(AssignInstallation, { installationId: found.id, org }));
      printMessage(`Admins of ${org} can now use the repositories of ${found.account}.`);
    }),
  );
