import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";
import { findSource, type ProjectSource } from "../project/find-source.ts";
import { addIndexRequest } from "../site/add-index-request.ts";

/**
 * Gives the project a repository at GitHub, of those that its organization may use. The pages are indexed anew; jobs at work
 * end on the repository they began with.
 *
 * @throws AppError `not_found` for a repository that this organization was not given, `invalid_request` with what is wrong with it
 */
export async function connectRepository(
  ctx: ServiceContext,
  { fullName, ref }: { fullName: string; ref?: string },
): Promise<ProjectSource> {
  const { db, project, github } = ctx;
  const known = await db.gitHubRepository.findFirst({
    where: {
      fullName: { equals: fullName, mode: "insensitive" },
      installation: { organizationId: project.organizationId },
    },
  });
  if (!known) {
    throw new AppError(
      "not_found",
      `${project.organization.name} has no access to the repository ${fullName}. Select it for the GitHub App, or ask an owner of this installation.`,
    );
  }
  const [owner = "", name = ""] = known.fullName.split("/");
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const source = await findSource(ctx, { repo: toRepositoryAddress(webUrl, { owner, name }), ref });
  await withTransaction(db, async (tx) => {
    await tx.project.update({ where: { id: project.id }, data: { ...source, grantedAccount: null } });
    await addIndexRequest(tx, ctx, { projectId: project.id, reason: "person" });
    await recordAudit(tx, {
      organizationId: project.organizationId,
      projectId: project.id,
      actor: ctx.actor,
      action: "project.updated",
      targetId: project.id,
      details: { repository: source.repository, baseRef: source.baseRef },
      at: ctx.clock.now(),
    });
  });
  ctx.memory.forget();
  return source;
}
