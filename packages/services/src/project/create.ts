import { isAbsolute } from "node:path";
import { AppError } from "@docsteward/contract/error";
import type { Organization, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import { newId } from "@docsteward/platform/id";
import type { Actor, UserActor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { hostKindOf } from "../git-host.ts";
import { ownsFirstOrganization } from "../organization.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { normalizeDocsPath, normalizeSiteUrl, requireDomain, requireOrganizationSlug } from "./fields.ts";
import { normalizeRepositoryUrl, type ProjectSource, resolveSource } from "./source.ts";

type CreateProjectInput = {
  /** Short name of the organization; it is made when it is new. */
  org: string;
  /** The domain identifier, unique over the whole installation. */
  domain: string;
  /** A path on this machine, a `file://` URL, or the address of a repository at GitHub. */
  repo: string;
  /** The branch jobs start from and pull requests go to; the repository's own default branch unless told. */
  ref?: string;
  /** The folder of the pages; the whole repository unless told. */
  docsPath?: string;
  /** Where readers find the site; without it the assistant's links are paths. */
  siteUrl?: string;
  actor?: Actor;
};

const UNIQUE_VIOLATION = "P2002";

/**
 * Makes a project over a repository on this machine or at GitHub, and its organization when that is new. Whose
 * repository it is, nobody asks here: `addProject` does, for people.
 *
 * The repository is looked at first, so that a wrong path or branch is told now and not by the first job.
 *
 * @throws AppError `invalid_request` naming what is wrong, `conflict` when the domain is taken
 */
export async function createProject(services: Services, input: CreateProjectInput): Promise<ProjectWithOrganization> {
  const slug = requireOrganizationSlug(input.org);
  const domain = requireDomain(input.domain);
  const docsPath = normalizeDocsPath(input.docsPath ?? "");
  const siteUrl = input.siteUrl === undefined ? null : normalizeSiteUrl(input.siteUrl);
  const source = await resolveSource(services, input);
  try {
    return await withTransaction(services.db, async (tx) => {
      const organizationId = await findOrCreateOrganization(tx, slug);
      const project = await tx.project.create({
        data: {
          id: newId("prj"),
          organizationId,
          domain,
          name: domain,
          ...source,
          grantedAccount: (input.actor?.kind ?? "operator") === "operator" ? ownerOf(source) : null,
          docsPath,
          siteUrl,
        },
        include: { organization: true },
      });
      await addIndexRequest({ ...services, db: tx }, { projectId: project.id, reason: "person" });
      await recordAudit(tx, {
        organizationId,
        projectId: project.id,
        actor: input.actor ?? { kind: "operator" },
        action: "project.created",
        targetId: project.id,
        details: { domain, repository: source.repository },
        at: services.clock.now(),
      });
      return project;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new AppError("conflict", `The domain "${domain}" is taken. Choose another name for this project.`);
  }
}

async function findOrCreateOrganization(tx: Transaction, slug: string): Promise<string> {
  await tx.$executeRaw`
    INSERT INTO "Organization" (id, slug, name) VALUES (${newId("org")}, ${slug}, ${slug}) ON CONFLICT (slug) DO NOTHING`;
  const { id } = await tx.organization.findUniqueOrThrow({ where: { slug } });
  return id;
}

/** The account of a repository at GitHub, which stands before its name. */
const ownerOf = ({ host, repository }: ProjectSource) =>
  host === "github" ? (new URL(repository).pathname.split("/").at(-2) ?? null) : null;

type AddProjectInput = Omit<CreateProjectInput, "org" | "actor"> & {
  organization: Organization;
  actor: UserActor;
};

/**
 * Makes a project for a person, in an organization that they administer.
 *
 * A repository at GitHub has to be one that the organization was given. A path on this machine may be anybody's: only owners of the
 * first organization name one, who run the installation.
 *
 * @throws AppError `role_too_low` for a path, else as `createProject` does
 */
export async function createProjectForMember(
  services: Services,
  input: AddProjectInput,
): Promise<ProjectWithOrganization> {
  const { organization, ...project } = input;
  await requireRepository(services, input);
  return createProject(services, { ...project, org: organization.slug });
}

async function requireRepository(services: Services, { repo, organization, actor }: AddProjectInput): Promise<void> {
  const { db, github } = services;
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const repository = normalizeRepositoryUrl(repo, webUrl);
  if (hostKindOf(repository) === "local") return requirePath(services, { repo, actor });
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

async function requirePath(services: Services, { repo, actor }: { repo: string; actor: UserActor }): Promise<void> {
  const path = repo.trim();
  if (!isAbsolute(path) && !/^file:/i.test(path)) {
    throw refusal("The path must be absolute, such as /srv/docs.git. For a repository at GitHub, enter its URL.");
  }
  if (await ownsFirstOrganization(services, { userId: actor.userId })) return;
  throw new AppError(
    "role_too_low",
    "Only owners of the installation's first organization can add a repository by its path. Ask one of them, or use a repository at GitHub.",
  );
}

function refusal(sentence: string): AppError {
  return new AppError("invalid_request", sentence, { details: [{ path: "repo", message: sentence }] });
}
