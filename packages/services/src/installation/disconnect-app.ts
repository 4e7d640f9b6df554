import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { APP_ROW } from "./github-apps.ts";
import { recordAppChange } from "./record-app-change.ts";
import { type AppActor, requireAppOwner } from "./require-app-owner.ts";

/**
 * Forgets the App that was connected here, with its secrets. At GitHub it stays until its owner deletes it there.
 *
 * @throws AppError `role_too_low`; `conflict` when the environment names the App
 */
export async function disconnectApp(services: Services, { actor }: { actor: AppActor }): Promise<void> {
  const organization = await requireAppOwner(services, actor);
  if (services.github.isConfigured) {
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID. Remove that variable and restart the service.");
  }
  await withTransaction(services.db, async (tx) => {
    const app = await tx.gitHubApp.findUnique({ where: { id: APP_ROW } });
    if (app === null) return;
    await tx.gitHubApp.delete({ where: { id: APP_ROW } });
    await tx.gitHubInstallation.deleteMany();
    const at = services.clock.now();
    await recordAppChange(tx, { organization, actor, action: "github.disconnected", app, at });
  });
  services.memory.forget();
}
