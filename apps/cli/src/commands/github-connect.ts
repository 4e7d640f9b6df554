import { readFile } from "node:fs/promises";
import { connectApp } from "@docsteward/services/installation/connect-app";
import { makeCommand } from "../make-command.ts";
import { print, say } from "../output.ts";
import { UsageError } from "../usage-error.ts";
import { withServices } from "../with-services.ts";

type Options = { appId: string; privateKeyFile: string; webhookSecretFile?: string };

/** `docsteward github connect`: keeps an App that was made by hand. The dashboard makes one by itself. */
export const githubConnect = makeCommand(
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
      const actor = { kind: "operator" } as const;
      const input = { actor, appId: options.appId, privateKey, webhookSecret: secret || null };
      const { name, url } = await connectApp(services, input);
      print(`${name}, ${url}`);
      say("The key is stored encrypted. `docsteward github status` shows where the App is installed.");
    }),
  );

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${path} can't be read.`);
  }
}
