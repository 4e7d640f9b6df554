import type { ServiceContext } from "../context.ts";

/** Whose models they are: the project's alone, or those of its whole organization. */
export type ModelOwner = "project" | "organization";

/** The id that a provider of the project, or of its organization, is stored under. */
export function ownerIdOf({ project }: Pick<ServiceContext, "project">, owner: ModelOwner): string {
  return owner === "project" ? project.id : project.organizationId;
}
