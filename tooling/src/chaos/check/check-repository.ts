import type { ChaosSite } from "../make-sites.ts";
import { expectedPages } from "../site-pages.ts";
import { type Finding, type JobFacts, recordOf, repeated } from "./finding.ts";

/** Looks at what a site's jobs left in its repository: one branch each, each commit once, and the pages as they should be. */
export async function checkRepository(site: ChaosSite, jobs: JobFacts[]): Promise<Finding[]> {
  const { git, branch: base } = site.repository;
  const branches = (await git("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
  const expected = new Set([base, ...jobs.map((job) => recordOf(job)?.branch)]);
  const findings: Finding[] = branches
    .filter((branch) => !expected.has(branch))
    .map((branch) => ({ kind: "doubled", job: null, text: `no job owns the branch ${branch}` }));
  for (const job of jobs) {
    const branch = recordOf(job)?.branch;
    if (!branch) continue;
    if (branches.includes(branch)) findings.push(...(await checkBranch(site, job, branch)));
    else findings.push({ kind: "lost", job: job.played.plan.name, text: `the branch ${branch} doesn't exist` });
  }
  return findings;
}

async function checkBranch({ repository }: ChaosSite, job: JobFacts, branch: string): Promise<Finding[]> {
  const { plan } = job.played;
  const { git, branch: base } = repository;
  const findings: Finding[] = [];
  const log = await git("log", "--reverse", "--format=%H %T", `${base}..${branch}`);
  const commits = log
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" "));
  const pushed = recordOf(job)?.steps.flatMap(({ kind, data }) =>
    kind === "pushed" && data.commit ? [data.commit] : [],
  );
  if (JSON.stringify(commits.map(([sha]) => sha)) !== JSON.stringify(pushed)) {
    const text = `its branch has ${commits.length} commits, its journal ${pushed?.length ?? 0}`;
    findings.push({ kind: "doubled", job: plan.name, text });
  }
  for (const tree of repeated(commits.map(([, tree]) => tree))) {
    findings.push({ kind: "doubled", job: plan.name, text: `two commits hold the same tree ${tree}` });
  }
  return [...findings, ...(await checkPages({ job, base, branch, git, read: repository.read }))];
}

async function checkPages(options: {
  job: JobFacts;
  base: string;
  branch: string;
  git(...args: string[]): Promise<string>;
  read(path: string, branch: string): Promise<string | null>;
}): Promise<Finding[]> {
  const { job, base, branch, git, read } = options;
  const { plan } = job.played;
  const expected = expectedPages(plan.site, plan);
  const changed = (await git("diff", "--name-only", `${base}...${branch}`)).split("\n").filter(Boolean);
  const wrong = changed.filter((path) => !expected.has(path)).map((path) => `${path} should not have changed`);
  for (const [path, text] of expected) {
    if ((await read(path, branch)) !== text) wrong.push(`${path} differs from an undisturbed run`);
  }
  return wrong.map((text) => ({ kind: "wrong files", job: plan.name, text }));
}
