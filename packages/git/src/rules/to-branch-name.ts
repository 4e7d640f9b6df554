const MAX_SLUG = 48;

/**
 * Names the branch of a job: `docsteward/fix-the-typo-on-the-welcome-page-7k3q`.
 *
 * @param text title or prompt; what has no ASCII letters leaves only the id
 * @param jobId its last characters keep two jobs with one title apart
 * @param round 2 and up for a branch that follows one whose pull request has ended
 */
export function toBranchName(text: string, jobId: string, round = 1): string {
  const slug = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, "");
  const id = jobId.slice(-4).toLowerCase();
  return `docsteward/${[slug, id, ...(round > 1 ? [String(round)] : [])].filter(Boolean).join("-")}`;
}
