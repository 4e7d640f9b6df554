import { AppError } from "@docsteward/contract/error";
import { openGitHubApp } from "@docsteward/git/github/open-github-app";
import { parseRsaPrivateKey } from "@docsteward/platform/rsa-private-key";
import type { Services } from "../context.ts";
import { describeApp } from "./describe-app.ts";
import { type AppActor, requireAppOwner } from "./require-app-owner.ts";
import { storeApp } from "./store-app.ts";
import { syncInstallations } from "./sync-installations.ts";
import { toGitHubError } from "./to-github-error.ts";

export type ConnectAppInput = { actor: AppActor; appId: string; privateKey: string; webhookSecret: string | null };

/**
 * Connects an App that was made by hand, after asking GitHub whether its key is right.
 *
 * @returns its name and its page
 * @throws AppError `role_too_low`, `invalid_request` for a key that is none, `conflict`
 */
export async function connectApp(services: Services, input: ConnectAppInput): Promise<{ name: string; url: string }> {
  const { actor, appId, webhookSecret } = input;
  const organization = await requireAppOwner(services, actor);
  const { isConfigured, apiUrl } = services.github;
  if (isConfigured)
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID, which overrides an App that is connected here.");
  const privateKey = readKey(input.privateKey);
  const app = openGitHubApp({ appId, privateKey, webhookSecret, apiUrl });
  try {
    const made = { appId, ...(await describeApp(app)) };
    await storeApp(services, { made: { ...made, privateKey, webhookSecret }, actor, organization });
    await syncInstallations(services);
    return made;
  } catch (error) {
    throw toGitHubError(error);
  }
}

function readKey(text: string): string {
  try {
    return parseRsaPrivateKey(text);
  } catch (error) {
    const message = `The private key ${(error as Error).message}.`;
    throw new AppError("invalid_request", message, { details: [{ path: "privateKey", message }] });
  }
}
