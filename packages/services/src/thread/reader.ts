import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { type Prisma, sql } from "@docsteward/db/client";
import { type Actor, isReaderCall } from "../actor.ts";
import type { ProjectContext } from "../context.ts";

/** Who asks a gap's question again, as threads name their readers: such a question is no reader's. */
export const RECHECK_READER = "docsteward-gap";

/** The questions that the documentation did not answer well: unanswered ones, and those whose answer a reader found bad. */
export const POORLY_ANSWERED = {
  OR: [{ category: "unanswered" }, { rating: "down" }],
  thread: { fp: { not: RECHECK_READER } },
} satisfies Prisma.ThreadTurnWhereInput;

/** The reader id of a person in the playground: each person has separate threads. */
export function playgroundReader(actor: Actor): string {
  return actor.kind === "user" ? `${PLAYGROUND_READER}-${actor.userId}` : PLAYGROUND_READER;
}

/** The shared reader of callers that name none. */
export const ANONYMOUS = "anonymous";

/** What readers begin with whose token says who they are. */
const SIGNED_READER = "signed:";

/** What the readers of all playgrounds begin with. */
export const PLAYGROUND_READER = "playground";

/**
 * The `fp` that a person's dashboard asks with, whichever key it uses: their reader id with a proof, so that no bearer of a key asks under
 * the name of a person.
 */
export function playgroundFp(ctx: ProjectContext): string {
  const reader = playgroundReader(ctx.actor);
  return `${reader}.${proofOf(ctx, reader)}`;
}

/**
 * The reader that a caller's `fp` names. Callers name their readers as they like, except for those of the service itself. Where they name
 * none, the reader's token does: its threads are that person's, whatever other callers say.
 *
 * @throws AppError `invalid_request` for a reserved name without its proof
 */
export function requireReader(ctx: ProjectContext, { fp }: { fp: string }): string {
  const isCaller = isReaderCall(ctx.actor);
  if (fp === ANONYMOUS && ctx.reader?.subject) return `${SIGNED_READER}${ctx.reader.subject}`;
  if (isCaller && fp === RECHECK_READER) throw reservedName(RECHECK_READER);
  if (isCaller && fp.startsWith(SIGNED_READER)) throw reservedName(SIGNED_READER);
  if (!fp.startsWith(PLAYGROUND_READER)) return fp;
  const at = fp.lastIndexOf(".");
  const reader = fp.slice(0, Math.max(at, 0));
  const [given, expected] = [Buffer.from(fp.slice(at + 1)), Buffer.from(proofOf(ctx, reader))];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return reader;
  if (isCaller) throw reservedName(PLAYGROUND_READER);
  return fp;
}

function proofOf({ keySecret, project }: ProjectContext, reader: string): string {
  return createHmac("sha256", keySecret).update(`reader ${project.id} ${reader}`).digest("base64url").slice(0, 22);
}

function reservedName(name: string): AppError {
  const message = `"fp" must not begin with "${name}", which is reserved. Use another name for the reader.`;
  return new AppError("invalid_request", message, { details: [{ path: "fp", message }] });
}

/** Threads that a reader began: the opposite of `IS_TRIAL`. */
export const NO_TRIAL = {
  AND: [{ fp: { not: RECHECK_READER } }, { NOT: { fp: { startsWith: PLAYGROUND_READER } } }],
} satisfies Prisma.ThreadWhereInput;

/** In SQL over `"Thread"`: threads that no reader began, but the service or a person who tried the assistant. Statistics leave them out. */
export const IS_TRIAL = sql`(fp = ${RECHECK_READER} OR starts_with(fp, ${PLAYGROUND_READER}))`;
