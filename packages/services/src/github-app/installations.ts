import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { type GitHubInstallation, listInstallations } from "@docsteward/git/github/installations";
import { type GitHubRepository, listRepositories } from "@docsteward/git/github/repositories";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type OrganizationContext, type SystemContext } from "../context.ts";
import { takeTurn } from "../limit/concurrency.ts";
import { listAdministeredOrganizations } from "../member/members.ts";
import { findFirstOrganization } from "../organization.ts";
import { requireAppOwner, toGitHubError } from "./app.ts";

/**
 * Asks GitHub where the App is installed and which repositories it may see there, and remembers that. What is new belongs to the
 * first organization here until its owners give it to another one.
 *
 * @throws AppError `conflict` with what is wrong with the App, `upstream_error`
 */
export async function syncInstallations(ctx: SystemContext): Promise<void> {
  const app = await ctx.github.current();
  if (app === null) return;
  try {
    const installations = await listInstallations(app);
    const seen = await Promise.all(
      installations.map(async (installation) => ({
        installation,
        repositories: installation.suspendedAt === null ? await listRepositories(app, installation.id) : [],
      })),
    );
    await store(ctx, seen);
  } catch (error) {
    throw toGitHubError(error);
  }
}

type Seen = { installation: GitHubInstallation; repositories: GitHubRepository[] };

async function store(ctx: SystemContext, seen: readonly Seen[]): Promise<void> {
  const updatedAt = ctx.clock.now();
  const ids = seen.map(({ installation }) => installation.id);
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    // Two concurrent refreshes would each delete what the other has just found.
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('github-installations'))::text`;
    const first = await findFirstOrganization(within);
    await db.gitHubInstallation.deleteMany({ where: { id: { notIn: ids } } });
    for (const { installation, repositories } of seen) {
      const { id, ...data } = { ...installation, updatedAt };
      await db.gitHubInstallation.upsert({
        where: { id },
        create: { ...data, id, organizationId: first?.id ?? null },
        update: data,
      });
      await db.gitHubRepository.deleteMany({ where: { installationId: id } });
      await db.gitHubRepository.createMany({
        data: repositories.map(({ address: _, ...repository }) => ({ ...repository, installationId: id, updatedAt })),
        skipDuplicates: true,
      });
    }
  });
}

/** Input of `assignInstallation`, from an operator: which organization may use a GitHub account. */
export type AssignInstallation = z.infer<typeof AssignInstallation>;
/** Input of `assignInstallation`: a GitHub installation and its organization. */
export const AssignInstallation = z.object({
  installationId: z.string().max(30),
  /** The organization's short name; null for none. */
  org: Id.nullable(),
});

/**
 * Says which organization here may make projects over the repositories of an account at GitHub. Projects that are there stay.
 *
 * @throws AppError `role_too_low`, `not_found`
 */
export async function assignInstallation(
  ctx: SystemContext,
  { installationId, org }: AssignInstallation,
): Promise<void> {
  const first = await requireAppOwner(ctx);
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const organization = org === null ? null : await db.organization.findUnique({ where: { slug: org } });
    if (org !== null && !organization) throw new AppError("not_found", `Organization ${org} not found.`);
    const installation = await db.gitHubInstallation.findUnique({ where: { id: installationId } });
    if (!installation) throw new AppError("not_found", "The App is no longer installed there.");
    const organizationId = organization?.id ?? null;
    await db.gitHubInstallation.update({ where: { id: installationId }, data: { organizationId } });
    const concerned = organization ?? first;
    if (concerned === null) return;
    await recordAudit(within, {
      organizationId: concerned.id,
      action: "github.installation_assigned",
      targetId: installationId,
      details: { account: installation.account, org },
    });
  });
}

/** An account at GitHub that an organization can make projects over. */
type OwnInstallation = {
  id: string;
  account: string;
  url: string;
  repositoryCount: number;
  missingPermissions: string[];
  isSuspended: boolean;
};

/** The accounts at GitHub that an organization may use, by name, and whether there is an App at all. */
export async function listOwnInstallations({
  db,
  github,
  organization,
}: OrganizationContext): Promise<{ isConnected: boolean; installations: OwnInstallation[] }> {
  const rows = await db.gitHubInstallation.findMany({
    where: { organizationId: organization.id },
    include: { _count: { select: { repositories: true } } },
    orderBy: { account: "asc" },
  });
  const installations = rows.map(({ id, account, url, missingPermissions, suspendedAt, _count }) => ({
    id,
    account,
    url,
    repositoryCount: _count.repositories,
    missingPermissions,
    isSuspended: suspendedAt !== null,
  }));
  return { isConnected: (await github.current()) !== null, installations };
}

type ConnectableRepository = {
  fullName: string;
  /** What a project is made with. */
  address: string;
  isPrivate: boolean;
  isArchived: boolean;
};

/** Input of `listConnectableRepositories`: a part of the repository's name, or none for all. */
export type ListConnectableRepositories = z.infer<typeof ListConnectableRepositories>;
/** Input of `listConnectableRepositories`; `search` is part of a repository's name. */
export const ListConnectableRepositories = z.object({ search: z.string().max(200).optional() });

const MAX = 100;

/** The GitHub repositories that an organization may create projects for, by name; at most 100 at a time. */
export async function listConnectableRepositories(
  { db, github, organization }: OrganizationContext,
  { search = "" }: ListConnectableRepositories = {},
): Promise<ConnectableRepository[]> {
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const repositories = await db.gitHubRepository.findMany({
    where: {
      installation: { organizationId: organization.id, suspendedAt: null },
      fullName: { contains: search.trim(), mode: "insensitive" },
    },
    select: { fullName: true, isPrivate: true, isArchived: true },
    orderBy: { fullName: "asc" },
    take: MAX,
  });
  return repositories.map((repository) => {
    const [owner = "", name = ""] = repository.fullName.split("/");
    return { ...repository, address: toRepositoryAddress(webUrl, { owner, name }) };
  });
}

const INTERVAL_MS = 60_000;

/**
 * Asks GitHub what the App may see because a person wants it: an admin of any organization here. Each time spends some of the App's
 * quota, which all organizations share, so it happens once a minute and never twice at a time.
 *
 * @throws AppError `role_too_low`, `rate_limited`; what `syncInstallations` throws
 */
export async function refreshInstallations(ctx: SystemContext): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === "user" && (await listAdministeredOrganizations(ctx, { userId: actor.userId })).length === 0) {
    throw new AppError(
      "role_too_low",
      "Refreshing the GitHub repositories requires the admin role in an organization.",
    );
  }
  const sentence = "The GitHub repositories were refreshed less than a minute ago. Try again later.";
  const work = () => syncInstallations(ctx);
  await takeTurn(ctx, { name: "github-installations", intervalMs: INTERVAL_MS, sentence, work });
}
