import type { ServiceContext } from "@docsteward/services/context";

/** How procedures name the project of a test. */
export function siteOf({ project }: Pick<ServiceContext, "project">): { org: string; domain: string } {
  return { org: project.organization.slug, domain: project.domain };
}
