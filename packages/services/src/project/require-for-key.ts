import { AppError } from "@docsteward/contract/error";
import type { ProjectWithOrganization, Services } from "../context.ts";
import type { AuthenticatedKey } from "../key/authenticate.ts";

/** The project as a path names it: agent operations by its id, assistant operations by its domain. */
export type NamedProject = { projectId: string } | { domain: string };

/**
 * Gives the project that a caller names in a path, if the caller's key opens it: an admin key every project of its
 * organization, an assistant key one. Remembered for some seconds, like the key.
 *
 * @throws AppError `not_found`, the same for an unknown project and for somebody else's
 */
export async function requireProjectForKey(
  services: Services,
  { key, named }: { key: AuthenticatedKey; named: NamedProject },
): Promise<ProjectWithOrganization> {
  const id = "projectId" in named ? named.projectId : (key.projectId ?? "");
  const isOther = key.projectId !== null && key.projectId !== id;
  const project = isOther ? null : await findProject(services, { id, organizationId: key.organizationId });
  if (!project || ("domain" in named && project.domain !== named.domain)) {
    throw new AppError("not_found", "Project not found.");
  }
  return project;
}

function findProject({ db, memory }: Services, where: { id: string; organizationId: string }) {
  return memory.recall(`project:${where.organizationId}:${where.id}`, async () =>
    // A NUL ends a text in PostgreSQL; no id has one.
    where.id.includes("\0") ? null : db.project.findUnique({ where, include: { organization: true } }),
  );
}
