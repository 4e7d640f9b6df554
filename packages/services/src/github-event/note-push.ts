import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { addIndexRequest } from "../site/add-index-request.ts";
import type { GitHubFacts } from "./facts.ts";
import { findProjectsOf } from "./find-projects.ts";

/** A branch has moved: sites that are made from it are indexed anew. */
export async function notePush(
  services: Services,
  { repository, branch }: GitHubFacts & { kind: "push" },
): Promise<void> {
  const projects = await findProjectsOf(services, repository);
  for (const { id: projectId, baseRef } of projects) {
    if (baseRef === branch)
      await withTransaction(services.db, (tx) => addIndexRequest(tx, services, { projectId, reason: "change" }));
  }
}
