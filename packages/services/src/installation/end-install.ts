import type { Services } from "../context.ts";
import { openOwnState } from "./open-own-state.ts";
import { refreshInstallations } from "./refresh-installations.ts";
import type { AppActor } from "./require-app-owner.ts";

/**
 * Takes up what a person has just changed at GitHub: where the App is installed, and what it may see there. Nothing that
 * the address says is believed, GitHub itself is asked.
 *
 * @returns path of the page to show next
 * @throws AppError as `refreshInstallations`
 */
export async function endInstall(
  services: Services,
  { actor, state }: { actor: AppActor; state: string | null },
): Promise<{ back: string }> {
  await refreshInstallations(services, { actor });
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
