import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import { Prompt } from "@docsteward/contract/job";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { actorIdOf } from "./actor.ts";
import { recordAudit } from "./audit/record.ts";
import { inTransaction, type ProjectContext } from "./context.ts";

/** Of a project. */
const MAX_PROMPTS = 100;

/** A prompt that people use again, with its `{{variables}}`. */
export type SavedPrompt = { id: string; name: string; prompt: string };

/** The project's saved prompts, by name. */
export async function listSavedPrompts({ db, project }: ProjectContext): Promise<SavedPrompt[]> {
  return db.savedPrompt.findMany({
    where: { projectId: project.id },
    select: { id: true, name: true, prompt: true },
    orderBy: { name: "asc" },
  });
}

export type SavePrompt = z.infer<typeof SavePrompt>;
/** Input of `savePrompt`. */
export const SavePrompt = z.object({
  name: Text.trim().min(1, "Enter a name.").max(100, "A name can have at most 100 characters."),
  prompt: Prompt,
});

/**
 * Saves a prompt under a name; the earlier one of that name is replaced.
 *
 * @throws AppError `invalid_request` for a prompt that no job could have, `conflict` when there are 100
 */
export async function savePrompt(ctx: ProjectContext, { name, prompt }: SavePrompt): Promise<SavedPrompt> {
  const { id: projectId, organizationId } = ctx.project;
  const { promptCharacters: most } = ctx.limits;
  if (prompt.length > most) {
    const message = `A prompt can have at most ${most} characters. This one has ${prompt.length}.`;
    throw new AppError("invalid_request", message, { details: [{ path: "prompt", message }] });
  }
  return inTransaction(ctx, async (ctx) => {
    const { db, clock, actor } = ctx;
    // Prompts that are saved at the same time are counted one after another.
    await db.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
    const where = { projectId_name: { projectId, name } };
    const known = await db.savedPrompt.findUnique({ where });
    if (!known && (await db.savedPrompt.count({ where: { projectId } })) >= MAX_PROMPTS) {
      throw new AppError(
        "conflict",
        `This project has ${MAX_PROMPTS} saved prompts, which is the limit. Delete one first.`,
      );
    }
    const updatedAt = clock.now();
    const saved = await db.savedPrompt.upsert({
      where,
      create: { id: newId("prm"), projectId, name, prompt, updatedAt, createdById: actorIdOf(actor) },
      update: { prompt, updatedAt },
      select: { id: true, name: true, prompt: true },
    });
    const change = { action: "prompt.saved", targetId: saved.id, details: { name } } as const;
    await recordAudit(ctx, { organizationId, projectId, ...change });
    return saved;
  });
}

export type SavedPromptId = z.infer<typeof SavedPromptId>;
/** Names a saved prompt of the project. */
export const SavedPromptId = z.object({ id: Id });

/** Deletes a saved prompt. Jobs that were made with it stay. @throws AppError `not_found` */
export async function deleteSavedPrompt(ctx: ProjectContext, { id }: SavedPromptId): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (ctx) => {
    const found = await ctx.db.savedPrompt.findUnique({ where: { id, projectId } });
    if (!found) throw new AppError("not_found", "Saved prompt not found.");
    await ctx.db.savedPrompt.delete({ where: { id, projectId } });
    const details = { name: found.name };
    await recordAudit(ctx, { organizationId, projectId, action: "prompt.deleted", targetId: id, details });
  });
}
