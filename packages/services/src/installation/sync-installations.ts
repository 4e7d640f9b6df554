import { withTransaction } from "@docsteward/db/with-transaction";
import type { GitHubRepository } from "@docsteward/git/github/describe-repository";
import { type GitHubInstallation, listInstallations } from "@docsteward/git/github/list-installations";
import { listRepositories } from "@docsteward/git/github/list-repositories";
import type { Services } from "../context.ts";
import { findFirstOrganization } from "../organization/find-first.ts";
import { toGitHubError } from "./to-github-error.ts";

/**
 * Asks GitHub where the App is installed and which repositories it may see there, and remembers that. What is new belongs to the
 * first organization here until its owners give it to another one.
 *
 * @throws AppError `conflict` with what is wrong with the App, `upstream_error`
 */
export async function syncInstallations(services: Services): Promise<void> {
  const app = await services.github.current();
  if (app === null) return;
  try {
    const installations = await listInstallations(app);
    const seen = await Promise.all(
      installations.map(async (installation) => ({
        installation,
        repositories: installation.suspendedAt === null ? await listRepositories(app, installation.id) : [],
      })),
    );
    await store(services, seen);
  } catch (error) {
    throw toGitHubError(error);
  }
}

type Seen = { installation: GitHubInstallation; repositories: GitHubRepository[] };

async function store({ db, clock }: Services, seen: readonly Seen[]): Promise<void> {
  const updatedAt = clock.now();
  const ids = seen.map(({ installation }) => installation.id);
  await withTransaction(db, async (tx) => {
    // Two of these at once would each delete what the other has just found.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('github-installations'))::text`;
    const first = await findFirstOrganization(tx);
    await tx.gitHubInstallation.deleteMany({ where: { id: { notIn: ids } } });
    for (const { installation, repositories } of seen) {
      const { id, ...told } = { ...installation, updatedAt };
      await tx.gitHubInstallation.upsert({
        where: { id },
        create: { ...told, id, organizationId: first?.id ?? null },
        update: told,
      });
      await tx.gitHubRepository.deleteMany({ where: { installationId: id } });
      await tx.gitHubRepository.createMany({
        data: repositories.map(({ address: _, ...repository }) => ({ ...repository, installationId: id, updatedAt })),
        skipDuplicates: true,
      });
    }
  });
}
