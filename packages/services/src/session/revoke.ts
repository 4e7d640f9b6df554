import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";

/** Signs one of a person's browsers out, at once. @throws AppError `not_found` when it is none of theirs */
export async function revokeSession({ db }: Services, { userId, id }: { userId: string; id: string }): Promise<void> {
  const { count } = await db.userSession.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("not_found", "Session not found. It may have ended already.");
}
