import { newId } from "@docsteward/platform/id";
import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";

export type NewTurn = {
  id: string;
  fp: string;
  /** The thread's id as callers know it, and whether it was made here just now. */
  threadId: string;
  isIssued: boolean;
  question: string;
  currentPath?: string;
  commit: string;
  model: string;
};

/** Stores a question, in its thread or in a new one of that id. One statement: two first questions at once make one thread. */
export async function startTurn(ctx: ServiceContext, turn: NewTurn): Promise<void> {
  const { project, clock, actor } = ctx;
  const at = clock.now();
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const path = turn.currentPath === undefined ? null : toStorable(turn.currentPath);
  await ctx.db.$executeRaw`
    WITH thread AS (
      INSERT INTO "Thread" (id, "projectId", fp, "publicId", "isIssued", "createdAt", "updatedAt")
      VALUES (${newId("thr")}, ${project.id}, ${toStorable(turn.fp)}, ${turn.threadId}, ${turn.isIssued}::boolean,
        ${at}::timestamptz, ${at}::timestamptz)
      ON CONFLICT ("projectId", fp, "publicId") DO UPDATE SET "updatedAt" = EXCLUDED."updatedAt"
      RETURNING id
    )
    INSERT INTO "ThreadTurn" (id, "threadId", "projectId", "createdByKeyId", question, "currentPath", commit, model, "createdAt")
    SELECT ${turn.id}, thread.id, ${project.id}, ${keyId}, ${toStorable(turn.question)}, ${path}, ${turn.commit},
      ${turn.model}, ${at}::timestamptz FROM thread`;
}
