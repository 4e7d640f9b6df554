import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { unseal } from "../secret/seal.ts";
import type { AppActor } from "./require-app-owner.ts";
import { type AppState, nameOf, statePurpose } from "./start-app.ts";

/**
 * Opens the state that GitHub sent a browser back with. A link that somebody else had begun would connect their App here.
 *
 * @throws AppError `role_too_low` for one that this person has not begun with within the hour
 */
export function openOwnState(
  { keySecret, clock }: Pick<Services, "keySecret" | "clock">,
  actor: AppActor,
  state: string,
): AppState {
  const opened = tryOpen(keySecret, state);
  if (opened?.by === nameOf(actor) && new Date(opened.until) > clock.now()) return opened;
  throw new AppError("role_too_low", "This link is invalid or older than an hour. Connect the App again.");
}

function tryOpen(keySecret: string, state: string): AppState | null {
  try {
    return JSON.parse(unseal(keySecret, statePurpose, state)) as AppState;
  } catch {
    // Made up, or sealed with another secret: told apart from an old one to nobody.
    return null;
  }
}
