import type { ProjectWithOrganization, Services } from "../context.ts";

/** The page of a local repository's pull request, which is also its link for callers. */
export function pullRequestUrl(
  { baseUrl }: Pick<Services, "baseUrl">,
  project: Pick<ProjectWithOrganization, "domain"> & { organization: { slug: string } },
  number: number,
): string {
  return `${baseUrl}/${project.organization.slug}/${project.domain}/pulls/${number}`;
}
