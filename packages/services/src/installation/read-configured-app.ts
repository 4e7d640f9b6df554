import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { GitHubAppConfig } from "@docsteward/git/github/app-config";
import type { Env } from "@docsteward/platform/env";
import { parseRsaPrivateKey } from "@docsteward/platform/rsa-private-key";

/** The settings of the GitHub App cannot be used. The message is a sentence for the operator. */
export class GitHubConfigError extends Error {
  override readonly name = "GitHubConfigError";
}

type Settings = Pick<
  Env,
  | "GITHUB_APP_ID"
  | "GITHUB_APP_PRIVATE_KEY"
  | "GITHUB_APP_PRIVATE_KEY_FILE"
  | "GITHUB_WEBHOOK_SECRET"
  | "GITHUB_API_URL"
>;

/**
 * The GitHub App that the environment names; null when it names none.
 *
 * @throws GitHubConfigError when the file of its key cannot be read, or holds none
 */
export async function readConfiguredApp(env: Settings): Promise<GitHubAppConfig | null> {
  const { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY_FILE: file } = env;
  if (appId === undefined) return null;
  const privateKey = env.GITHUB_APP_PRIVATE_KEY ?? (await readKeyFile(resolve(file ?? "")));
  return { appId, privateKey, webhookSecret: env.GITHUB_WEBHOOK_SECRET ?? null, apiUrl: env.GITHUB_API_URL };
}

async function readKeyFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new GitHubConfigError(
      `The file ${path} in GITHUB_APP_PRIVATE_KEY_FILE can't be read. Make it readable for this user, or set another file.`,
      { cause },
    );
  }
  try {
    return parseRsaPrivateKey(text);
  } catch (error) {
    throw new GitHubConfigError(`The file ${path} (GITHUB_APP_PRIVATE_KEY_FILE) ${(error as Error).message}.`);
  }
}
