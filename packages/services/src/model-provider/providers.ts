import type { TriedModel } from "@docsteward/assistant/answer/try-model";
import type { ModelProvider } from "@docsteward/db/client";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type OwnerContext } from "../context.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { seal } from "../secret/seal.ts";
import { chooseKey, lastFourOf, type ModelOwner, ownerIdOf, requireProvider, type SetModelProvider } from "./input.ts";
import { providerKeyPurpose, toModelSettings, toProviderName } from "./settings.ts";

type ModelProviders = {
  /** What the project has for itself, and what its organization has; null for what is not set. */
  project: ModelProviderSummary | null;
  organization: ModelProviderSummary | null;
  /** The names that the installation's own models go by. */
  installation: { defaultName: string; names: readonly string[] };
  /** Whose are used. */
  used: "project" | "organization" | "installation";
};

/** Which models a project uses, or the projects of an organization that have none, and whose they are. No key is in it. */
export async function getModelProviders({ db, organization, project, models }: OwnerContext): Promise<ModelProviders> {
  const organizationId = organization.id;
  const owners = [organizationId, ...(project ? [project.id] : [])];
  const rows = await db.modelProvider.findMany({ where: { organizationId, ownerId: { in: owners } } });
  const of = (owner: string | undefined) => {
    const row = rows.find(({ ownerId }) => ownerId === owner);
    return row ? presentModelProvider(row) : null;
  };
  const [own, shared] = [of(project?.id), of(organizationId)];
  const used = own ? "project" : shared ? "organization" : "installation";
  return { project: own, organization: shared, installation: models, used };
}

/**
 * Gives a project, or its whole organization, models of its own. Jobs that begin and questions that are asked from now on use them;
 * jobs at work keep theirs until their next message. The key is stored encrypted and is never shown again.
 *
 * @throws AppError `invalid_request` for an address that may not be called, or without a key
 */
export async function setModelProvider(ctx: OwnerContext, input: SetModelProvider): Promise<ModelProviderSummary> {
  const organizationId = ctx.organization.id;
  const ownerId = ownerIdOf(ctx, input.owner);
  const after = requireProvider(ctx, input);
  return inTransaction(ctx, async (within) => {
    const { db } = within;
    await db.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const before = await db.modelProvider.findUnique({ where: { ownerId, organizationId } });
    const key = chooseKey(ctx, { before, after, input });
    const data = {
      ...after,
      apiKey: key === null ? null : seal(ctx.keySecret, providerKeyPurpose(ownerId), key),
      last4: key === null ? null : lastFourOf(key),
      updatedAt: ctx.clock.now(),
    };
    await recordAudit(within, {
      organizationId,
      projectId: input.owner === "project" ? ownerId : null,
      action: "models.set",
      targetId: ownerId,
      details: { ...after, isKeyNew: String(input.apiKey != null) },
    });
    const row = await db.modelProvider.upsert({
      where: { ownerId, organizationId },
      create: { ownerId, organizationId, ...data },
      update: data,
    });
    afterCommit(within, () => ctx.memory.forget());
    return presentModelProvider(row);
  });
}

/** Forgets the models that a project or its organization has for itself, and their key. Those of the level above are used again. */
export async function clearModelProvider(ctx: OwnerContext, { owner }: { owner: ModelOwner }): Promise<void> {
  const organizationId = ctx.organization.id;
  const ownerId = ownerIdOf(ctx, owner);
  await inTransaction(ctx, async (within) => {
    const { count } = await within.db.modelProvider.deleteMany({ where: { ownerId, organizationId } });
    if (count === 0) return;
    await recordAudit(within, {
      organizationId,
      projectId: owner === "project" ? ownerId : null,
      action: "models.cleared",
      targetId: ownerId,
      details: {},
    });
    afterCommit(within, () => ctx.memory.forget());
  });
}

/**
 * Makes one small call to each model of a provider, stored or not yet, and says what came of it. Nothing is stored.
 *
 * @throws AppError `invalid_request` as when it is set, `rate_limited` while too many tests run
 */
export async function testModelProvider(ctx: OwnerContext, input: SetModelProvider): Promise<TriedModel[]> {
  const organizationId = ctx.organization.id;
  const ownerId = ownerIdOf(ctx, input.owner);
  const after = requireProvider(ctx, input);
  const before = await ctx.db.modelProvider.findUnique({ where: { ownerId, organizationId } });
  const key = chooseKey(ctx, { before, after, input });
  const apiKey = key === null ? null : seal(ctx.keySecret, providerKeyPurpose(ownerId), key);
  const row = { ...after, ownerId, organizationId, apiKey, last4: null, updatedAt: ctx.clock.now() };
  const settings = toModelSettings(ctx, row);
  return outsideCalls.hold(organizationId, "model tests", () => ctx.assistant.tryModels(settings));
}

/**
 * Makes one small call to each of the installation's own models, and says what came of it.
 *
 * @throws AppError `rate_limited` while too many tests run
 */
export function testInstalledModels(ctx: OwnerContext): Promise<TriedModel[]> {
  return outsideCalls.hold(ctx.organization.id, "model tests", () => ctx.assistant.tryModels(null));
}

/** A provider as settings show it; of its key only the end. */
type ModelProviderSummary = {
  provider: SetModelProvider["provider"];
  baseUrl: string | null;
  modelId: string;
  opusModelId: string | null;
  fallbackModelId: string | null;
  /** `…wxyz`; null when there is no key. */
  keyHint: string | null;
  updatedAt: Date;
};

/** A provider as settings show it: of its key the last 4 characters alone. */
function presentModelProvider(row: ModelProvider): ModelProviderSummary {
  const { baseUrl, modelId, opusModelId, fallbackModelId, last4, updatedAt } = row;
  return {
    provider: toProviderName(row.provider),
    baseUrl,
    modelId,
    opusModelId,
    fallbackModelId,
    keyHint: last4 && `…${last4}`,
    updatedAt,
  };
}
