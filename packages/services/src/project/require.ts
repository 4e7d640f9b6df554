import { AppError } from "@docsteward/contract/error";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { findProject } from "./find.ts";

/** @throws AppError `not_found` when nothing is at `/{org}/{domain}` */
export async function requireProject(
  services: Services,
  input: { org: string; domain: string },
): Promise<ProjectWithOrganization> {
  const project = await findProject(services, input);
  if (!project) throw new AppError("not_found", `Documentation site ${input.org}/${input.domain} not found.`);
  return project;
}
