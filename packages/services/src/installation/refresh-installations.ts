import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { takeTurn } from "../limit/take-turn.ts";
import { listAdministered } from "../member/list-administered.ts";
import type { AppActor } from "./require-app-owner.ts";
import { syncInstallations } from "./sync-installations.ts";

const INTERVAL_MS = 60_000;

/**
 * Asks GitHub what the App may see because a person wants it: an admin of any organization here. Each time spends some of the App's
 * quota, which all organizations share, so it happens once a minute and never twice at a time.
 *
 * @throws AppError `role_too_low`, `rate_limited`; what `syncInstallations` throws
 */
export async function refreshInstallations(services: Services, { actor }: { actor: AppActor }): Promise<void> {
  if (actor.kind === "user" && (await listAdministered(services, { userId: actor.userId })).length === 0) {
    throw new AppError(
      "role_too_low",
      "Refreshing the GitHub repositories requires the admin role in an organization.",
    );
  }
  const sentence = "The GitHub repositories were refreshed less than a minute ago. Try again later.";
  const turn = { name: "github-installations", intervalMs: INTERVAL_MS, sentence };
  await takeTurn(services, turn, () => syncInstallations(services));
}
