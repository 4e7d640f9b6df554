import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { type AppActor, requireAppOwner } from "./require-app-owner.ts";

/**
 * Says which organization here may make projects over the repositories of an account at GitHub. Projects that are there stay.
 *
 * @param input.org its short name; null for none
 * @throws AppError `role_too_low`, `not_found`
 */
export async function assignInstallation(
  services: Services,
  { actor, installationId, org }: { actor: AppActor; installationId: string; org: string | null },
): Promise<void> {
  const first = await requireAppOwner(services, actor);
  await withTransaction(services.db, async (tx) => {
    const organization = org === null ? null : await tx.organization.findUnique({ where: { slug: org } });
    if (org !== null && !organization) throw new AppError("not_found", `Organization ${org} not found.`);
    const installation = await tx.gitHubInstallation.findUnique({ where: { id: installationId } });
    if (!installation) throw new AppError("not_found", "The App is no longer installed there.");
    const organizationId = organization?.id ?? null;
    await tx.gitHubInstallation.update({ where: { id: installationId }, data: { organizationId } });
    const told = organization ?? first;
    if (told === null) return;
    await recordAudit(tx, {
      organizationId: told.id,
      actor,
      action: "github.installation_assigned",
      targetId: installationId,
      details: { account: installation.account, org },
      at: services.clock.now(),
    });
  });
}
