import {
  type AutomationDefinition,
  MAX_AUTOMATIONS,
  nextTime,
  type ReadAutomations,
} from "@docsteward/contract/automation";
import type { Automation } from "@docsteward/contract/automation-operations";
import { AppError } from "@docsteward/contract/error";
import type { Automation as AutomationRow } from "@docsteward/db/client";
import { explainGlob } from "@docsteward/platform/glob";
import { newId } from "@docsteward/platform/id";
import { recordAudit } from "../audit/record.ts";
import { inProject, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { makeSecret } from "../webhook/endpoints.ts";
import {
  type AutomationKey,
  definitionOf,
  findDefinition,
  lockAutomations,
  presentAutomation,
  requireAutomation,
} from "./automation.ts";

/** @throws AppError `invalid_request`, `conflict` when the name is taken or there are 50 */
export async function createAutomation(ctx: ProjectContext, definition: AutomationDefinition): Promise<Automation> {
  requirePaths(definition);
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const { db, project } = ctx;
    if ((await db.automation.count({ where: { projectId: project.id } })) >= MAX_AUTOMATIONS) {
      const sentence = `This project has ${MAX_AUTOMATIONS} automations, which is the limit. Remove one first.`;
      throw new AppError("conflict", sentence);
    }
    await requireFree(ctx, definition.name);
    const row = await insert(ctx, { definition, origin: "api" });
    await audit(ctx, { action: "automation.created", row });
    return presentAutomation(ctx, row);
  });
}

/** Replaces the definition. @throws AppError `not_found`, `invalid_request`, `conflict` for one of the file, or a taken name */
export async function changeAutomation(
  ctx: ProjectContext,
  { automationId, definition }: AutomationKey & { definition: AutomationDefinition },
): Promise<Automation> {
  requirePaths(definition);
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const before = await requireOwn(ctx, { automationId });
    if (definition.name !== before.name) await requireFree(ctx, definition.name);
    const row = await replace(ctx, before, definition);
    await audit(ctx, { action: "automation.changed", row });
    return presentAutomation(ctx, row);
  });
}

/** Removes an automation with its runs. Its jobs and pull requests stay. @throws AppError `not_found`, `conflict` for one of the file */
export async function removeAutomation(ctx: ProjectContext, key: AutomationKey): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const row = await requireOwn(ctx, key);
    await ctx.db.automation.delete({ where: { id: row.id, projectId: ctx.project.id } });
    await audit(ctx, { action: "automation.removed", row });
    return { id: row.id };
  });
}

/** Pauses an automation, or lets it go on: what its sources changed meanwhile is followed then, missed times are not. @throws AppError `not_found` */
export async function pauseAutomation(
  ctx: ProjectContext,
  { isPaused, ...key }: AutomationKey & { isPaused: boolean },
): Promise<Automation> {
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const before = await requireAutomation(ctx, key);
    if ((before.pausedAt !== null) === isPaused) return presentAutomation(ctx, before);
    const now = ctx.clock.now();
    const row = await ctx.db.automation.update({
      where: { id: before.id, projectId: ctx.project.id },
      data: isPaused
        ? { ...PAUSED_TIMES, pausedAt: now, pausedReason: PAUSED_MANUALLY }
        : { pausedAt: null, pausedReason: null, resumedAt: now, ...timesOf(definitionOf(before), now) },
    });
    await audit(ctx, { action: isPaused ? "automation.paused" : "automation.resumed", row });
    return presentAutomation(ctx, row);
  });
}

/** The reason of a pause by a person. */
export const PAUSED_MANUALLY = "Paused manually.";

/** What a paused automation waits for: nothing. */
export const PAUSED_TIMES = { nextDueAt: null, nextGapsAt: null };

/** Gives the webhook of an automation a new secret, which is returned here and nowhere else. @throws AppError `not_found`, `conflict` without that trigger */
export async function rotateAutomationSecret(ctx: ProjectContext, key: AutomationKey): Promise<{ secret: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const row = await requireAutomation(ctx, key);
    if (definitionOf(row).on.webhook === undefined)
      throw new AppError("conflict", `The automation ${row.name} has no webhook trigger. Add \`webhook: true\` to it.`);
    const { secret, sealed } = makeSecret(ctx, { endpointId: row.id });
    await ctx.db.automation.update({
      where: { id: row.id, projectId: ctx.project.id },
      data: { webhookSecret: sealed },
    });
    await audit(ctx, { action: "automation.secret_rotated", row });
    return { secret };
  });
}

/**
 * Brings the project's automations in line with its file, as a commit of the base branch has it. A faulty file changes nothing, a
 * faulty automation keeps its earlier definition, and one that the file no longer names is removed. A name that the API has taken
 * stays the API's.
 */
export async function syncAutomations(
  services: SystemContext,
  { projectId, file }: { projectId: string; file: ReadAutomations },
): Promise<void> {
  const known = await services.db.automationFile.findUnique({ where: { projectId } });
  if (known === null && file.state === "none") return;
  const project = await services.db.project.findUnique({ where: { id: projectId }, include: { organization: true } });
  if (project === null) return;
  await inTransaction(inProject(services, project), async (ctx) => {
    await lockAutomations(ctx);
    const { db } = ctx;
    const rows = await db.automation.findMany({ where: { projectId } });
    const problems = [...file.problems];
    if (file.state !== "faulty") {
      const gone = rows.filter(({ name, origin }) => origin === "file" && !file.names.includes(name));
      await db.automation.deleteMany({ where: { projectId, id: { in: gone.map(({ id }) => id) } } });
      for (const definition of file.definitions) {
        const before = rows.find(({ name }) => name === definition.name);
        if (before?.origin === "api") {
          problems.push(`Automation "${definition.name}" exists in the API. Rename one of them.`);
        } else if (before === undefined) await insert(ctx, { definition, origin: "file" });
        else if (JSON.stringify(findDefinition(before)) !== JSON.stringify(definition))
          await replace(ctx, before, definition);
      }
    }
    const data = { problems, ...(file.state !== "faulty" && { settings: file.settings }) };
    await db.automationFile.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
  });
}

async function insert(
  ctx: ProjectContext,
  { definition, origin }: { definition: AutomationDefinition; origin: "file" | "api" },
): Promise<AutomationRow> {
  const now = ctx.clock.now();
  const row = await ctx.db.automation.create({
    data: {
      id: newId("aut"),
      projectId: ctx.project.id,
      name: definition.name,
      origin,
      definition,
      ...timesOf(definition, now),
      createdAt: now,
      updatedAt: now,
    },
  });
  await addPositions(ctx, row, definition);
  return row;
}

async function replace(ctx: ProjectContext, before: AutomationRow, definition: AutomationDefinition) {
  const now = ctx.clock.now();
  const known = findDefinition(before);
  const isSameSchedule = known !== null && JSON.stringify(known.on.schedule) === JSON.stringify(definition.on.schedule);
  const times = before.pausedAt === null ? timesOf(definition, now) : PAUSED_TIMES;
  const row = await ctx.db.automation.update({
    where: { id: before.id, projectId: ctx.project.id },
    data: {
      name: definition.name,
      definition,
      ...times,
      ...(isSameSchedule && { nextDueAt: before.nextDueAt }),
      ...(definition.on.webhook === undefined && { webhookSecret: null }),
      updatedAt: now,
    },
  });
  await addPositions(ctx, row, definition);
  return row;
}

function timesOf({ on }: AutomationDefinition, now: Date) {
  return { nextDueAt: on.schedule ? nextTime(on.schedule, now) : null, nextGapsAt: on.gap ? now : null };
}

/** The repositories that it follows. One that is new is followed from its newest commit on. */
async function addPositions({ db, clock }: ProjectContext, { id }: AutomationRow, { on }: AutomationDefinition) {
  const sources = [...(on.merge ? [on.merge.source] : []), ...(on.push ? [""] : [])];
  await db.automationPosition.deleteMany({ where: { automationId: id, source: { notIn: sources } } });
  const data = sources.map((source) => ({ automationId: id, source, nextPollAt: clock.now() }));
  await db.automationPosition.createMany({ data, skipDuplicates: true });
}

async function requireFree({ db, project }: ProjectContext, name: string): Promise<void> {
  if ((await db.automation.count({ where: { projectId: project.id, name } })) === 0) return;
  throw new AppError("conflict", `The project has an automation called ${name}. Choose another name.`);
}

async function requireOwn(ctx: ProjectContext, key: AutomationKey): Promise<AutomationRow> {
  const row = await requireAutomation(ctx, key);
  if (row.origin === "api") return row;
  throw new AppError(
    "conflict",
    `The automation ${row.name} is defined in .docsteward/automations.yml. Change it there.`,
  );
}

/** @throws AppError `invalid_request` for a glob that can't be read */
export function requirePaths({ on }: AutomationDefinition): void {
  for (const path of [...(on.merge?.paths ?? []), ...(on.pull_request?.paths ?? []), ...(on.push?.paths ?? [])]) {
    const message = explainGlob(path);
    if (message !== null) throw new AppError("invalid_request", message, { details: [{ path: "on", message }] });
  }
}

type Action = "created" | "changed" | "removed" | "paused" | "resumed" | "secret_rotated";

async function audit(ctx: ProjectContext, { action, row }: { action: `automation.${Action}`; row: AutomationRow }) {
  const { id: projectId, organizationId } = ctx.project;
  await recordAudit(ctx, { organizationId, projectId, action, targetId: row.id, details: { name: row.name } });
}
