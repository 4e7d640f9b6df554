import { parseInput } from "@docsteward/contract/input-schema";
import type { SystemContext } from "@docsteward/services/context";
import { listMembers } from "@docsteward/services/member/members";
import { CreateProject, createProjectWithKeys } from "@docsteward/services/project/create";
import { countJobs, listProjects } from "@docsteward/services/project/find";
import { ConnectGitServer, connectGitServer } from "@docsteward/services/project/source";
import { UpdateProject, updateProject } from "@docsteward/services/project/update";
import { isSetupNeeded } from "@docsteward/services/setup";
import { Option } from "commander";
import { createCommand } from "../command.ts";
import { type CredentialOptions, readCredential, withCredential } from "../credential-options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject, withServices } from "../with-services.ts";

type Options = {
  org: string;
  domain: string;
  repo: string;
  ref?: string;
  docsPath?: string;
  siteUrl?: string;
  json?: true;
} & CredentialOptions;

/** `docsteward project create`: a project and its first two keys, which are shown here and never again. */
export const projectCreate = withCredential(
  createCommand(
    "create",
    "Create a project for a repository, with its first two keys",
    "docsteward project create --org acme --domain acme-docs --repo ./docs-repository --docs-path docs",
  ),
)
  .requiredOption("--org <slug>", "organization; created if it doesn't exist")
  .requiredOption("--domain <name>", "the project's name in URLs, unique on this installation")
  .requiredOption(
    "--repo <path-or-url>",
    "the repository: a path on this machine, a file:// URL, a GitHub URL, or an https or SSH URL at any Git server",
  )
  .option("--ref <branch>", "target branch of pull requests (default: the checked-out branch)")
  .option("--docs-path <folder>", "folder of the pages in the repository (default: the whole repository)")
  .option("--site-url <address>", "the published site's URL (default: the assistant links to paths)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) => withServices((services) => create(services, options)));

async function create(services: SystemContext, options: Options): Promise<void> {
  const { org, domain, repo, ref, docsPath, siteUrl } = options;
  const credential = await readCredential(options);
  const input = parseInput(CreateProject, { org, domain, repo, ref, docsPath, siteUrl, credential });
  const { ctx, admin, assistant, dashboardUrl } = await createProjectWithKeys(services, input);
  const created = {
    projectId: ctx.project.id,
    domain,
    adminKey: admin.token,
    assistantKey: assistant.token,
    dashboardUrl,
  };
  if (options.json) return printJson(created);
  print(
    Object.entries(created)
      .map(([name, value]) => `${name.padEnd(13)} ${value}`)
      .join("\n"),
  );
  const end = admin.key.expiresAt?.toISOString().slice(0, 10);
  const hasNoMembers = (await listMembers(ctx)).length === 0;
  if (hasNoMembers && !(await isSetupNeeded(services))) {
    printMessage(`\n${org} has no members yet. Run \`docsteward member set-role <email> owner --org ${org}\`.`);
  }
  printMessage(`\nThe keys are shown only now, and expire on ${end}. To create more, use \`docsteward key create\`.`);
}

type UpdateOptions = {
  siteUrl?: string;
  supportContact?: string;
  suggestions?: "on" | "off";
  public?: "on" | "off";
  json?: true;
};

/** A setting that the word `none` empties. */
const orNone = (value: string | undefined) => (value === "none" ? null : value);

/** `docsteward project update`: where a project's readers find the site and a person, and how answers end. */
export const projectUpdate = createCommand(
  "update",
  "Change a project's settings",
  "docsteward project update acme-docs --site-url https://docs.acme.com",
)
  .argument("<project>", "project domain")
  .option("--site-url <address>", "the published site's URL, or none to link to paths")
  .option("--support-contact <address>", "URL or email address of a person for unanswered questions, or none")
  .addOption(new Option("--suggestions <state>", "whether answers end with follow-up questions").choices(["on", "off"]))
  .addOption(
    new Option("--public <state>", "whether everyone may search and read the pages without a key").choices([
      "on",
      "off",
    ]),
  )
  .option("--json", "print one JSON object")
  .action((domain: string, { suggestions, json, ...options }: UpdateOptions) =>
    withProject({ domain }, async (ctx) => {
      const changes = {
        siteUrl: orNone(options.siteUrl),
        supportContact: orNone(options.supportContact),
        hasSuggestions: suggestions && suggestions === "on",
        isPublic: options.public && options.public === "on",
      };
      const { siteUrl, supportContact, hasSuggestions, isPublic } = await updateProject(
        ctx,
        parseInput(UpdateProject, changes),
      );
      if (json) return printJson({ domain, siteUrl, supportContact, hasSuggestions, isPublic });
      print(`${domain}  ${siteUrl ?? "answers link to paths"}`);
      print(`contact      ${supportContact ?? "none"}`);
      print(`suggestions  ${hasSuggestions ? "on" : "off"}`);
      print(`public       ${isPublic ? "on" : "off"}`);
    }),
  );

/** `docsteward project repository`: gives a project a repository at any Git server, or another token or key. */
export const projectRepository = withCredential(
  createCommand(
    "repository",
    "Change a project's repository at a Git server, or its token or key",
    "docsteward project repository acme-docs git@git.example.com:acme/docs.git --ssh-key-file ./deploy-key",
  ),
)
  .argument("<project>", "project domain")
  .argument("<url>", "https or SSH URL of the repository")
  .option("--ref <branch>", "target branch of pull requests (default: the repository's default branch)")
  .option("--json", "print one JSON object")
  .action((domain: string, repo: string, { ref, json, ...files }: CredentialOptions & { ref?: string; json?: true }) =>
    withProject({ domain }, async (ctx) => {
      const credential = await readCredential(files);
      const connected = await connectGitServer(ctx, parseInput(ConnectGitServer, { repo, ref, credential }));
      if (json) return printJson(connected);
      print(`${domain}  ${connected.repository} at ${connected.baseRef}`);
      for (const key of connected.hostKeys) print(`host key  ${key}`);
    }),
  );

/** `docsteward project list`: every project of the installation. */
export const projectList = createCommand("list", "List the projects", "docsteward project list --org acme")
  .option("--org <slug>", "only projects of one organization")
  .option("--json", "print a JSON array")
  .action(({ org, json }: { org?: string; json?: true }) =>
    withServices(async (services) => {
      const found = await listProjects(services, { org });
      const jobs = await countJobs(services, { projectIds: found.map(({ id }) => id) });
      const projects = found.map((project) => ({
        projectId: project.id,
        org: project.organization.slug,
        domain: project.domain,
        repository: project.repository,
        ref: project.baseRef,
        docsPath: project.docsPath,
        jobs: jobs.get(project.id) ?? 0,
        dashboardUrl: `${services.baseUrl}/${project.organization.slug}/${project.domain}`,
      }));
      if (json) return printJson(projects);
      if (projects.length === 0) return printMessage("No projects yet. Create one with `docsteward project create`.");
      const rows = projects.map(({ projectId, org, domain, ref, jobs, repository }) => [
        projectId,
        org,
        domain,
        ref,
        String(jobs),
        repository,
      ]);
      print(formatTable([["PROJECT", "ORG", "DOMAIN", "REF", "JOBS", "REPOSITORY"], ...rows]));
    }),
  );
