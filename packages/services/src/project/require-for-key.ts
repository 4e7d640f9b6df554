import { AppError } from "@docsteward/contract/error";
import type { ProjectWithOrganization, Services } from "../context.ts";
import type { AuthenticatedKey } from "../key/authenticate.ts";

/**
 * Gives the project that a caller names in a path, if the caller's key opens it: an admin key every project of its
 * organization, an assistant key one.
 *
 * @throws AppError `not_found`, the same for an unknown project and for somebody else's
 */
export async function requireProjectForKey(
  { db }: Services,
  input: { projectId: string; key: AuthenticatedKey },
): Promise<ProjectWithOrganization> {
  const { projectId, key } = input;
  const isOther = key.projectId !== null && key.projectId !== projectId;
  const project = isOther
    ? null
    : await db.project.findUnique({
        where: { id: projectId, organizationId: key.organizationId },
        include: { organization: true },
      });
  if (!project) throw new AppError("not_found", "There is no such project.");
  return project;
}
