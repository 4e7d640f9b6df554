import type { GitHubApp, Organization, Transaction } from "@docsteward/db/client";
import { recordAudit } from "../audit/record.ts";
import type { AppActor } from "./require-app-owner.ts";

/** Writes who connected or disconnected an App, in the trail of the organization that owns it; nowhere while there is none. */
export async function recordAppChange(
  tx: Transaction,
  change: {
    organization: Organization | null;
    actor: AppActor;
    action: "github.connected" | "github.disconnected";
    app: Pick<GitHubApp, "appId" | "name" | "url">;
    at: Date;
  },
): Promise<void> {
  const { organization, actor, action, at } = change;
  const { appId: targetId, name, url } = change.app;
  if (organization === null) return;
  await recordAudit(tx, { organizationId: organization.id, actor, action, targetId, details: { name, url }, at });
}
