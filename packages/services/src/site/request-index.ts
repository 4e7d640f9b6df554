import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { addIndexRequest } from "./add-index-request.ts";

/** Asks for the project's index to be brought up to date with its base ref. Returns at once; see `getIndex` for how it goes. */
export async function requestIndex(ctx: ServiceContext): Promise<void> {
  const reason = ctx.actor.kind === "operator" ? "operator" : "person";
  await withTransaction(ctx.db, (tx) => addIndexRequest(tx, ctx, { projectId: ctx.project.id, reason }));
}
