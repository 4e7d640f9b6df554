import { convertManifest } from "@docsteward/git/github/convert-manifest";
import type { Services } from "../context.ts";
import { openOwnState } from "./open-own-state.ts";
import { type AppActor, requireAppOwner } from "./require-app-owner.ts";
import { storeApp } from "./store-app.ts";
import { toGitHubError } from "./to-github-error.ts";

/**
 * Ends what `startApp` began: gets the App for the code that GitHub sent the browser back with, and keeps it.
 *
 * @returns where the App is installed next
 * @throws AppError `role_too_low` for a state that this person has not just begun with, `conflict` when there is an App already
 */
export async function finishApp(
  services: Services,
  { actor, code, state }: { actor: AppActor; code: string; state: string },
): Promise<{ installUrl: string }> {
  const organization = await requireAppOwner(services, actor);
  openOwnState(services, actor, state);
  const made = await convertManifest({ apiUrl: services.github.apiUrl, code }).catch((error) => {
    throw toGitHubError(error);
  });
  await storeApp(services, { made, actor, organization });
  return { installUrl: `${made.url}/installations/new?state=${encodeURIComponent(state)}` };
}
