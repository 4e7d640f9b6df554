import { AppError } from "@docsteward/contract/error";
import type { KeyKind } from "@docsteward/contract/key";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import type { Services } from "../context.ts";
import { addKey } from "./add.ts";
import type { KeySummary } from "./present.ts";
import { type KeySettings, requireLifetime, requireSettings } from "./require-settings.ts";

export type CreateKeyInput = KeySettings & {
  organizationId: string;
  /** The one site of an assistant key; admin keys have none. */
  projectId?: string;
  kind: KeyKind;
  /** Days until it expires, one of `KEY_LIFETIMES`; null is never, 90 unless told. */
  expiresInDays?: number | null;
  /** Who makes it; whoever is at the machine unless told. */
  actor?: Actor;
};

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Makes an API key. Its token is returned here and nowhere else.
 *
 * @throws AppError `not_found` when the organization, or the project in it, does not exist; `invalid_request` for a
 *   name, time, address range or website that cannot be; `rate_limited` when enough were made in the last hour
 */
export async function createKey(
  services: Services,
  input: CreateKeyInput,
): Promise<{ token: string; key: KeySummary }> {
  const { organizationId, kind, expiresInDays = DEFAULT_DAYS, actor = { kind: "operator" } } = input;
  requireSettings(input);
  requireLifetime(expiresInDays);
  const now = services.clock.now();
  return withTransaction(services.db, async (tx) =>
    addKey(tx, services, {
      organizationId,
      projectId: kind === "admin" ? null : await requireSite(tx, input),
      kind,
      name: input.name.trim(),
      scopes: kind === "admin" ? (input.scopes ?? ["read", "write"]) : [],
      allowedIps: input.allowedIps ?? [],
      allowedOrigins: kind === "assistant" ? (input.allowedOrigins ?? []) : [],
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      actor,
    }),
  );
}

async function requireSite(tx: Transaction, { organizationId, projectId }: CreateKeyInput): Promise<string> {
  const project = projectId ? await tx.project.findUnique({ where: { id: projectId, organizationId } }) : null;
  if (!project) throw new AppError("not_found", "Project not found. An assistant key belongs to one project.");
  return project.id;
}
