const MAX_LENGTH = 200;
/** Narrower than git's own rules: what every host, shell and address takes. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const isPart = (part: string) => PART.test(part) && !part.endsWith(".") && !part.endsWith(".lock");

/**
 * Says why a job may not work on a branch, or null when it may.
 *
 * @param protectedBranches the default branch, the base and whatever else the host protects
 */
export function refuseBranch(branch: string, protectedBranches: readonly string[]): string | null {
  const name = JSON.stringify(branch.slice(0, MAX_LENGTH));
  if (branch.length > MAX_LENGTH) return `The branch name ${name} is longer than ${MAX_LENGTH} characters.`;
  if (branch.includes("..") || !branch.split("/").every(isPart)) {
    return `${name} is not a branch name: use letters, digits, - _ . and /, as in docs/fix-typo.`;
  }
  if (/^(refs\/|HEAD$|FETCH_HEAD$|ORIG_HEAD$)/i.test(branch)) return `${name} is a name that git reserves.`;
  if (protectedBranches.includes(branch))
    return `The branch ${branch} is protected: a job never pushes to it. Choose another name.`;
  return null;
}

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
    .replace(/^-|-$/g, "");
  const id = jobId.slice(-4).toLowerCase();
  return `docsteward/${[wholeWords(slug), id, ...(round > 1 ? [String(round)] : [])].filter(Boolean).join("-")}`;
}

/** As many words as fit; the beginning of one that does not fit alone. */
function wholeWords(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug;
  const end = slug.lastIndexOf("-", MAX_SLUG);
  return slug.slice(0, end > 0 ? end : MAX_SLUG);
}
