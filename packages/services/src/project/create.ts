import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { addIndexRequest } from "../site/add-index-request.ts";
import { findSource, type ProjectSource } from "./find-source.ts";
import { requireDomain, requireOrganizationSlug } from "./site-name.ts";
import { toDocsPath } from "./to-docs-path.ts";
import { toSiteUrl } from "./to-site-url.ts";

export type CreateProjectInput = {
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
  const docsPath = toDocsPath(input.docsPath ?? "");
  const siteUrl = input.siteUrl === undefined ? null : toSiteUrl(input.siteUrl);
  const source = await findSource(services, input);
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
      await addIndexRequest(tx, services, { projectId: project.id, reason: "person" });
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
