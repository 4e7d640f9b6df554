import { isAbsolute } from "node:path";
import { AppError } from "@docsteward/contract/error";
import { RepositoryCredential } from "@docsteward/contract/repository-credential";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import {
  inProject,
  inTransaction,
  type OrganizationContext,
  type ProjectContext,
  type ProjectWithOrganization,
  type SystemContext,
} from "../context.ts";
import { hostKindOf } from "../git-host.ts";
import { type CreatedKey, createKey } from "../key/create.ts";
import { ownsFirstOrganization } from "../organization.ts";
import { parseCredential, storeCredential } from "../repository-credential.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { DocsPath, Domain, OrganizationSlug, SiteUrl } from "./fields.ts";
import { normalizeRepositoryUrl, type ProjectSource, resolveSource } from "./source.ts";

/** What people choose about a new project. */
const NewProject = z.object({
  /** The domain identifier, unique over the whole installation. */
  domain: Domain,
  /** A path on this machine, a `file://` URL, or the address of a repository at GitHub or any Git server. */
  repo: z.string().max(1_000),
  /** The branch jobs start from and pull requests go to; without one, the repository's default branch. */
  ref: z.string().max(1_000).optional(),
  /** The folder of the pages; without one, the whole repository. */
  docsPath: DocsPath.optional(),
  /** Where readers find the site; without it the assistant's links are paths. */
  siteUrl: SiteUrl.optional(),
  /** For a repository at any Git server: without one, what the organization has for it. */
  credential: RepositoryCredential.optional(),
});

/** Input of `createProject`, from the command line. */
export type CreateProject = z.infer<typeof CreateProject>;
/** Input of `createProject`, from the operator. */
export const CreateProject = NewProject.extend({
  /** Short name of the organization; it is made when it is new. */
  org: OrganizationSlug,
});

const UNIQUE_VIOLATION = "P2002";
const FOREIGN_KEY_VIOLATION = "P2003";

/**
 * Makes a project over a repository on this machine, at GitHub or at any Git server, and its organization when that is new. Whether the organization
 * may use the repository is not checked here: `createProjectForMember` checks it, for people.
 *
 * The repository is looked at first, so that a wrong path or branch is refused now and not by the first job.
 *
 * @throws AppError `invalid_request` naming what is wrong, `conflict` when the domain is taken
 */
export async function createProject(ctx: SystemContext, input: CreateProject): Promise<ProjectWithOrganization> {
  const { org, ...project } = input;
  const known = await ctx.db.organization.findUnique({ where: { slug: org }, select: { id: true } });
  return makeProject(ctx, project, { id: known?.id, find: (within) => findOrCreateOrganization(within, org) });
}

/** A new project with what its first callers need. The tokens are shown only here. */
export type ProjectWithKeys = { ctx: ProjectContext; admin: CreatedKey; assistant: CreatedKey; dashboardUrl: string };

/** Makes a project as `createProject` does, and its first key of each kind. @throws AppError as `createProject` */
export async function createProjectWithKeys(system: SystemContext, input: CreateProject): Promise<ProjectWithKeys> {
  const ctx = inProject(system, await createProject(system, input));
  const admin = await createKey(ctx, { kind: "admin", name: "First admin key" });
  const assistant = await createKey(ctx, { kind: "assistant", name: "First assistant key" });
  return { ctx, admin, assistant, dashboardUrl: `${ctx.baseUrl}/${input.org}/${input.domain}` };
}

async function makeProject(
  ctx: SystemContext,
  { domain, repo, ref, docsPath = "", siteUrl, credential: entered }: z.infer<typeof NewProject>,
  organization: { id?: string; find(within: SystemContext): Promise<string> },
): Promise<ProjectWithOrganization> {
  const given = entered ? parseCredential(entered) : null;
  const { source, credential } = await resolveSource(ctx, {
    ...{ repo, ref, credential: given },
    organizationId: organization.id,
  });
  try {
    return await inTransaction(ctx, async (within) => {
      const organizationId = await organization.find(within);
      if (credential) await storeCredential(within, { organizationId, repository: source.repository, credential });
      const project = await within.db.project.create({
        data: {
          id: newId("prj"),
          organizationId,
          domain,
          name: domain,
          ...source,
          grantedAccount: ctx.actor.kind === "operator" ? ownerOf(source) : null,
          docsPath,
          siteUrl: siteUrl ?? null,
        },
        include: { organization: true },
      });
      const { id: projectId } = project;
      await addIndexRequest(within, { projectId, reason: "person" });
      const details = { domain, repository: source.repository };
      await recordAudit(within, { organizationId, projectId, action: "project.created", targetId: projectId, details });
      return project;
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === FOREIGN_KEY_VIOLATION) throw new AppError("not_found", "The organization was deleted.");
    if (code !== UNIQUE_VIOLATION) throw error;
    throw new AppError("conflict", `The domain "${domain}" is taken. Choose another name for this project.`);
  }
}

async function findOrCreateOrganization({ db }: SystemContext, slug: string): Promise<string> {
  await db.$executeRaw`
    INSERT INTO "Organization" (id, slug, name) VALUES (${newId("org")}, ${slug}, ${slug}) ON CONFLICT (slug) DO NOTHING`;
  const { id } = await db.organization.findUniqueOrThrow({ where: { slug } });
  return id;
}

/** The account of a GitHub repository: the part before its name. */
export const ownerOf = ({ host, repository }: Pick<ProjectSource, "host" | "repository">) =>
  host === "github" ? (new URL(repository).pathname.split("/").at(-2) ?? null) : null;

/** Input of `createProjectForMember`, from the dashboard. */
export type CreateProjectForMember = z.infer<typeof NewProject>;
export const CreateProjectForMember = NewProject;

/**
 * Makes a project for a person, in an organization that they administer.
 *
 * A repository at GitHub has to be one that the organization was given. A path on this machine may be anybody's: only owners of the
 * first organization name one, who run the installation.
 *
 * @throws AppError `role_too_low` for a path, `not_found` when the organization is deleted meanwhile, else as `createProject` does
 */
export async function createProjectForMember(
  ctx: OrganizationContext,
  input: CreateProjectForMember,
): Promise<ProjectWithOrganization> {
  await requireRepositoryOf(ctx, input);
  const { id } = ctx.organization;
  return makeProject(ctx, input, { id, find: async () => id });
}

/**
 * Makes sure that the context's actor may name a repository for the organization: one at GitHub that the organization was given, or a
 * path, as an owner of the first organization. One at any other Git server lets in whom it knows.
 *
 * @throws AppError `invalid_request`, `role_too_low`
 */
export async function requireRepositoryOf(
  ctx: OrganizationContext,
  { repo, credential }: { repo: string; credential?: RepositoryCredential },
): Promise<void> {
  const { db, github, organization } = ctx;
  const app = await github.current();
  const webUrl = app?.webUrl ?? github.webUrl;
  const repository = normalizeRepositoryUrl(repo, webUrl, { isPlain: credential !== undefined });
  const kind = hostKindOf(repository);
  if (kind === "local") return requirePath(ctx, { repo });
  // The credential decides, and the networks that the operator allows.
  if (kind === "git") return;
  if (app === null) {
    throw refusal("GitHub isn't connected yet. Connect GitHub, or enter the repository's URL with a token.");
  }
  const { owner, name } = parseRepositoryName(repository, webUrl) ?? { owner: "", name: "" };
  const fullName = `${owner}/${name}`;
  const known = await db.gitHubRepository.findFirst({
    where: {
      fullName: { equals: fullName, mode: "insensitive" },
      installation: { organizationId: organization.id, suspendedAt: null },
    },
  });
  if (known) return;
  throw refusal(
    `${organization.name} has no access to the repository ${fullName}. Select it for the GitHub App, and ask an owner of this installation to assign it to your organization.`,
  );
}

async function requirePath(ctx: OrganizationContext, { repo }: { repo: string }): Promise<void> {
  const path = repo.trim();
  if (!isAbsolute(path) && !/^file:/i.test(path)) {
    throw refusal("The path must be absolute, such as /srv/docs.git. For a repository at GitHub, enter its URL.");
  }
  if (ctx.actor.kind === "key")
    throw refusal("A key can't add a repository by its path. Use the dashboard, or `docsteward source add`.");
  if (ctx.actor.kind === "user" && (await ownsFirstOrganization(ctx, { userId: ctx.actor.userId }))) return;
  throw new AppError(
    "role_too_low",
    "Only owners of the installation's first organization can add a repository by its path. Ask one of them, or use a repository at GitHub.",
  );
}

function refusal(sentence: string): AppError {
  return new AppError("invalid_request", sentence, { details: [{ path: "repo", message: sentence }] });
}
