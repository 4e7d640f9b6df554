import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { addKey } from "../key/add.ts";

export type PlaygroundKey = { token: string; keyId: string; expiresAt: string };

const LIFETIME_MS = 3_600_000;

/**
 * Makes an assistant key that the dashboard's own page calls the public interface with, for an hour.
 *
 * No website is listed on it, so that browsers let only the service's own pages use it. Its calls count like those of every key.
 *
 * @throws AppError `rate_limited` when this person has had enough of them made in the last hour
 */
export async function createPlaygroundKey(ctx: ServiceContext): Promise<PlaygroundKey> {
  const { project, actor } = ctx;
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const { token, key } = await withTransaction(ctx.db, (tx) =>
    addKey(tx, ctx, {
      organizationId: project.organizationId,
      projectId: project.id,
      kind: "assistant",
      name: actor.kind === "user" ? `Playground of ${actor.name}`.slice(0, 100) : "Playground",
      isPlayground: true,
      createdAt,
      expiresAt,
      actor,
    }),
  );
  return { token, keyId: key.id, expiresAt: expiresAt.toISOString() };
}
