import type { ProjectWithOrganization, Services } from "../context.ts";

/** The page of a pull request below the pages of its project. */
export function pullRequestPath(
  project: { repository: string },
  { number, repository }: { number: number; repository: string },
): string {
  return repository === project.repository
    ? `pulls/${number}`
    : `pulls/${number}?repository=${encodeURIComponent(repository)}`;
}

/** The page of a local repository's pull request, which is also its link for callers. */
export function pullRequestUrl(
  { baseUrl }: Pick<Services, "baseUrl">,
  project: Pick<ProjectWithOrganization, "domain" | "repository"> & { organization: { slug: string } },
  pull: { number: number; repository: string },
): string {
  return `${baseUrl}/${project.organization.slug}/${project.domain}/${pullRequestPath(project, pull)}`;
}
