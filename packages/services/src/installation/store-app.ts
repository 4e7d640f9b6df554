import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { MadeApp } from "@docsteward/git/github/convert-manifest";
import { parseRsaPrivateKey } from "@docsteward/platform/rsa-private-key";
import type { Services } from "../context.ts";
import { seal } from "../secret/seal.ts";
import { APP_ROW, keyPurpose, webhookPurpose } from "./github-apps.ts";
import { recordAppChange } from "./record-app-change.ts";
import type { AppActor } from "./require-app-owner.ts";

/**
 * Keeps an App as the installation's, its secrets encrypted.
 *
 * @throws AppError `conflict` when there is one already
 */
export async function storeApp(
  services: Services,
  { made, actor, organization }: { made: MadeApp; actor: AppActor; organization: Organization | null },
): Promise<void> {
  const { appId, slug, name, url } = made;
  const { keySecret, clock, github } = services;
  const secrets = {
    privateKey: seal(keySecret, keyPurpose, parseRsaPrivateKey(made.privateKey)),
    webhookSecret: made.webhookSecret === null ? null : seal(keySecret, webhookPurpose, made.webhookSecret),
  };
  await withTransaction(services.db, async (tx) => {
    const row = { id: APP_ROW, appId, slug, name, url, apiUrl: github.apiUrl, ...secrets, createdAt: clock.now() };
    const added = await tx.gitHubApp.createMany({ data: row, skipDuplicates: true });
    if (added.count === 0) throw new AppError("conflict", "A GitHub App is already connected. Disconnect it first.");
    await recordAppChange(tx, { organization, actor, action: "github.connected", app: made, at: clock.now() });
  });
  services.memory.forget();
}
