import { createKey } from "@docsteward/services/key/create";
import { listMembers } from "@docsteward/services/member/list";
import { createProject } from "@docsteward/services/project/create";
import { isSetupNeeded } from "@docsteward/services/setup/is-needed";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withServices } from "../with-services.ts";

type Options = {
  org: string;
  domain: string;
  repo: string;
  ref?: string;
  docsPath?: string;
  siteUrl?: string;
  json?: true;
};

/** `docsteward project create`: a project and its first two keys, which are shown here and never again. */
export const projectCreate = makeCommand(
  "create",
  "Create a project for a repository, with its first two keys",
  "docsteward project create --org acme --domain acme-docs --repo ./docs-repository --docs-path docs",
)
  .requiredOption("--org <slug>", "organization; created if it doesn't exist")
  .requiredOption("--domain <name>", "the project's name in URLs, unique on this installation")
  .requiredOption("--repo <path-or-url>", "the repository: a path on this machine, a file:// URL, or a GitHub URL")
  .option("--ref <branch>", "target branch of pull requests (default: the checked-out branch)")
  .option("--docs-path <folder>", "folder of the pages in the repository (default: the whole repository)")
  .option("--site-url <address>", "the published site's URL (default: the assistant links to paths)")
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) => withServices((services) => create(services, options)));

async function create(services: Parameters<typeof createProject>[0], options: Options): Promise<void> {
  const { org, domain, repo, ref, docsPath, siteUrl } = options;
  const project = await createProject(services, { org, domain, repo, ref, docsPath, siteUrl });
  const { organizationId, id } = project;
  const admin = await createKey(services, { organizationId, kind: "admin", name: "First admin key" });
  const assistant = await createKey(services, {
    organizationId,
    projectId: id,
    kind: "assistant",
    name: "First assistant key",
  });
  const created = {
    projectId: id,
    domain,
    adminKey: admin.token,
    assistantKey: assistant.token,
    dashboardUrl: `${services.baseUrl}/${org}/${domain}`,
  };
  if (options.json) return printJson(created);
  print(
    Object.entries(created)
      .map(([name, value]) => `${name.padEnd(13)} ${value}`)
      .join("\n"),
  );
  const end = admin.key.expiresAt?.toISOString().slice(0, 10);
  const isOpenToNobody = (await listMembers(services, { organizationId })).length === 0;
  if (isOpenToNobody && !(await isSetupNeeded(services))) {
    say(`\n${org} has no members yet. Run \`docsteward member set-role <email> owner --org ${org}\`.`);
  }
  say(`\nThe keys are shown only now, and expire on ${end}. To create more, use \`docsteward key create\`.`);
}
