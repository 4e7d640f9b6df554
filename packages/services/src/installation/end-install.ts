import type { Services } from "../context.ts";
import { openOwnState } from "./open-own-state.ts";
import type { AppActor } from "./require-app-owner.ts";
import { syncInstallations } from "./sync-installations.ts";

/**
 * Takes up what a person has just changed at GitHub: where the App is installed, and what it may see there. Anybody may come here;
 * nothing that the address says is believed, GitHub itself is asked.
 *
 * @returns path of the page to show next
 */
export async function endInstall(
  services: Services,
  { actor, state }: { actor: AppActor; state: string | null },
): Promise<{ back: string }> {
  await syncInstallations(services);
  return { back: state === null ? "/" : backOf(services, actor, state) };
}

/** One that is too old leads nowhere in particular. */
function backOf(services: Services, actor: AppActor, state: string): string {
  try {
    return openOwnState(services, actor, state).back;
  } catch {
    return "/";
  }
}
