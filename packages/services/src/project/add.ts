import { isAbsolute } from "node:path";
import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import type { UserActor } from "../actor.ts";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { ownsFirstOrganization } from "../member/owns-first-organization.ts";
import { type CreateProjectInput, createProject } from "./create.ts";
import { toRepositoryUrl } from "./to-repository-url.ts";

export type AddProjectInput = Omit<CreateProjectInput, "org" | "actor"> & {
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
export async function addProject(services: Services, input: AddProjectInput): Promise<ProjectWithOrganization> {
  const { organization, ...project } = input;
  await requireRepository(services, input);
  return createProject(services, { ...project, org: organization.slug });
}

async function requireRepository(services: Services, { repo, organization, actor }: AddProjectInput): Promise<void> {
  const { db, github } = services;
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const repository = toRepositoryUrl(repo, webUrl);
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
