import { AppError } from "@docsteward/contract/error";
import type { Gap } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";

/** @throws AppError `not_found` */
export async function requireGap({ db, project }: ServiceContext, { id }: { id: string }): Promise<Gap> {
  const gap = await db.gap.findUnique({ where: { id, projectId: project.id } });
  if (!gap) throw new AppError("not_found", "Gap not found.");
  return gap;
}
