import { randomBytes } from "node:crypto";
import type { WebhookEndpoint } from "@docsteward/db/client";
import type { SystemContext } from "../context.ts";
import { seal, unseal } from "../secret/seal.ts";

const SECRET_BYTES = 24;
export const webhookSecretPurpose = (rowId: string) => ({ name: "webhook-secret", rowId }) as const;

/** A new secret of an endpoint: the form that its owner sees once, and the stored form. */
export function makeSecret(
  { keySecret }: Pick<SystemContext, "keySecret">,
  { endpointId }: { endpointId: string },
): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, sealed: seal(keySecret, webhookSecretPurpose(endpointId), secret) };
}

/** The secrets that deliveries are signed with now: one, or two while the old one still holds. */
export function listSigningSecrets(ctx: SystemContext, endpoint: WebhookEndpoint): string[] {
  const { id, secret, previousSecret, previousSecretExpiresAt } = endpoint;
  const hasOld =
    previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > ctx.clock.now();
  return [secret, ...(hasOld ? [previousSecret] : [])].map((sealed) => unseal(ctx, webhookSecretPurpose(id), sealed));
}
