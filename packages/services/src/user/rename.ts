import type { Services } from "../context.ts";
import { requireUserName } from "./require-new-user.ts";

/** Gives a person another name. @throws AppError `invalid_request` for no name or one that is too long */
export async function renameUser({ db }: Services, { userId, name }: { userId: string; name: string }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { name: requireUserName(name) } });
}
