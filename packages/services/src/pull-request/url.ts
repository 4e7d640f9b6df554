import type { ProjectWithOrganization, Services } from "../context.ts";

/** The page of a local repository's pull request, which is also its link for callers. */
export function pullRequestUrl(
  { baseUrl }: Pick<Services, "baseUrl">,
  project: Pick<ProjectWithOrganization, "domain" | "repository"> & { organization: { slug: string } },
  { number, repository }: { number: number; repository: string },
): string {
  const page = `${baseUrl}/${project.organization.slug}/${project.domain}/pulls/${number}`;
  return repository === project.repository ? page : `${page}?repository=${encodeURIComponent(repository)}`;
}
