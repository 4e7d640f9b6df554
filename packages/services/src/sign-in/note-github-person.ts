import type { Database } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";

export type NoteOptions = { db: Database; clock: Clock };

/** Remembers what somebody who comes in through GitHub is called there, anew each time. */
export async function noteGitHubPerson(
  { db, clock }: NoteOptions,
  { id, login }: { id: number; login: string },
): Promise<void> {
  const person = { login, seenAt: clock.now() };
  const where = { id: String(id) };
  await db.gitHubPerson.upsert({ where, create: { ...where, ...person }, update: person });
}
