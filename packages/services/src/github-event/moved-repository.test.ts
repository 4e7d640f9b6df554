// One file: every case of a repository that moved begins with the same App, accounts and events.
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import { describe, expect, vi } from "vitest";
import { inTransaction, type ProjectContext } from "../context.ts";
import { repositoryAccess } from "../git-host.ts";
import { assignInstallation, syncInstallations } from "../github-app/installations.ts";
import { listEvents } from "../job/events.ts";
import { createProject } from "../project/create.ts";
import { findProjectByDomain } from "../project/find.ts";
import { connectRepository } from "../project/source.ts";
import { getPullRequest, listPullRequests } from "../pull-request/get.ts";
import { closePullRequest, mergePullRequest } from "../pull-request/merge.ts";
import { recordPullRequest } from "../pull-request/recorded-host.ts";
import { addSource, listReadableSources } from "../source.ts";
import { seedJob, seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { acceptGitHubEvent } from "./accept.ts";
import { handleGitHubEvent } from "./handle.ts";
import { listenToEvents } from "./testing-events.ts";

// Each story is many events, and each of them a round over HTTP and git.
vi.setConfig({ testTimeout: 60_000 });

type ForgeRepository = TestGitHub["repository"];
type Tenant = { ctx: ProjectContext; repository: ForgeRepository };

const test = servicesTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApp: at.config, isWorker: true }))
  .extend("listener", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const listener = await listenToEvents(async (request) => {
      const { headers } = request;
      const status = await acceptGitHubEvent(services, {
        id: headers.get("x-github-delivery"),
        event: headers.get("x-github-event"),
        signature: headers.get("x-hub-signature-256"),
        body: () => request.text(),
      });
      return new Response(status, { status: 202 });
    });
    onCleanup(() => listener[Symbol.asyncDispose]());
    return listener;
  })
  .extend("first", { scope: "file", auto: true }, ({ services }) => seedProject(services))
  .extend("settle", { scope: "file" }, ({ at, services }) => async (): Promise<void> => {
    await at.forge.delivered();
    const waiting = await services.db.gitHubDelivery.findMany({
      where: { handledAt: null },
      orderBy: { receivedAt: "asc" },
    });
    for (const { id } of waiting) await handleGitHubEvent(services, { deliveryId: id });
    await at.forge.delivered();
  })
  /** A repository of `acme` that the App sees. */
  .extend(
    "addRepository",
    { scope: "file" },
    ({ at, services, settle }) =>
      async (owner = "acme"): Promise<ForgeRepository> => {
        made += 1;
        const repository = await at.forge.addRepository({
          owner,
          name: `docs-${made}`,
          files: { "docs.md": "# Docs\n" },
        });
        repository.setRole("ada", "write");
        at.forge.select(at.installation);
        await settle();
        await syncInstallations(services);
        return repository;
      },
  )
  .extend("assignTo", { scope: "file" }, ({ at, services }) => async ({ organization }: ProjectContext) => {
    await syncInstallations(services);
    const installationId = String(at.installation.id);
    await assignInstallation(services, { installationId, org: organization.slug });
  })
  .extend("reload", { scope: "file" }, ({ services }) => async (ctx: ProjectContext): Promise<ProjectContext> => {
    return {
      ...ctx,
      project: await services.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } }),
    };
  })
  /** An organization that `acme` is assigned to, with a project on a repository there. */
  .extend(
    "openTenant",
    { scope: "file" },
    ({ services, addRepository, assignTo, reload }) =>
      async (): Promise<Tenant> => {
        const repository = await addRepository();
        const ctx = await seedProject(services);
        await assignTo(ctx);
        await connectRepository(ctx, { fullName: `acme/${repository.name()}` });
        return { ctx: await reload(ctx), repository };
      },
  )
  .extend("tenant", ({ openTenant }) => openTenant())
  /** A job that rests on a pull request of its own, as a worker leaves it. */
  .extend(
    "seedPull",
    { scope: "file" },
    ({ at, services, settle }) =>
      async (ctx: ProjectContext, repository: ForgeRepository) => {
        const branch = `docsteward/${repository.name()}-${repository.pulls().length}`;
        await repository.commit({ "new.md": "New\n" }, { branch, by: "docsteward[bot]" });
        const headSha = await repository.head(branch);
        const source = { repository: repository.url(), ref: "main", docsPath: "" };
        const job = await seedJob(ctx, { status: "completed", messageToUser: "Done.", repository: repository.url() });
        const baseSha = await repository.head();
        const words = { title: `Of ${repository.name()}`, body: "Why" };
        const pull = await at.host.openPullRequest({
          ...words,
          source,
          jobId: job.id,
          branch,
          baseSha,
          headSha,
          asDraft: false,
        });
        await services.db.job.update({
          where: { id: job.id },
          data: { pullRequestNumber: pull.number, prLink: pull.url },
        });
        await inTransaction(services, (services) =>
          recordPullRequest(services, {
            projectId: ctx.project.id,
            source: { repository: repository.url(), hostRepositoryId: String(repository.id) },
            pull: { ...pull, jobId: job.id, baseSha },
          }),
        );
        await settle();
        return { job, number: pull.number };
      },
  )
  .extend("messages", { scope: "file" }, ({ services }) => (jobId: string) => {
    return services.db.jobMessage.count({ where: { jobId } });
  })
  .extend("openMoved", { scope: "file" }, ({ addRepository, openTenant, reload, seedPull }) => async () => {
    const { ctx, repository: earlier } = await openTenant();
    const old = await seedPull(ctx, earlier);
    const current = await addRepository();
    await connectRepository(ctx, { fullName: `acme/${current.name()}` });
    const moved = await reload(ctx);
    const fresh = await seedPull(moved, current);
    expect(fresh.number).toBe(old.number);
    return { ctx: moved, earlier, current, old, fresh };
  })
  /** Whatever a project does at GitHub: all of it asks for access first. */
  .extend(
    "expectRefused",
    { scope: "file" },
    ({ settle, messages }) =>
      async ({ ctx, repository }: Tenant, pull: { number: number; job: { id: string } }) => {
        const refusal = { message: expect.stringContaining("no longer has access to the repository") };
        await expect(repositoryAccess(ctx, ctx.project)).rejects.toMatchObject({ ...refusal, code: "access_denied" });
        await expect(closePullRequest(ctx, { number: pull.number })).rejects.toMatchObject(refusal);
        expect(repository.pulls()).toMatchObject([{ state: "open" }]);
        repository.comment(pull.number, "@docsteward go on", "ada");
        await settle();
        expect(await messages(pull.job.id)).toBe(1);
      },
  );
test.beforeAll(({ at, listener }) => {
  at.app.webhookUrl = listener.url;
  at.forge.addPerson("ada");
  at.forge.install(at.app, { account: "globex" });
});
test.afterAll(({ at }) => at.forge.delivered());

let made = 0;

const pullRequestEvents = async (ctx: ProjectContext, id: string) =>
  (await listEvents(ctx, { id, afterId: 0 }))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("pull_request."));

describe("a project that has another repository now", () => {
  test("keeps its jobs apart: a comment goes to the job of the repository that it was written in", async ({
    settle,
    messages,
    openMoved,
  }) => {
    const { earlier, current, old, fresh } = await openMoved();

    current.comment(fresh.number, "@docsteward say it shorter", "ada");
    await settle();
    expect([await messages(old.job.id), await messages(fresh.job.id)]).toEqual([1, 2]);
    earlier.comment(old.number, "@docsteward say it longer", "ada");
    await settle();

    expect([await messages(old.job.id), await messages(fresh.job.id)]).toEqual([2, 2]);
  });

  test("keeps its pull requests apart: each is closed, merged and renamed by itself", async ({ settle, openMoved }) => {
    const { ctx, earlier, current, old, fresh } = await openMoved();
    const { number } = fresh;

    await current.closePull(number, "ada");
    await settle();
    expect(await pullRequestEvents(ctx, fresh.job.id)).toEqual(["pull_request.closed"]);
    expect(await pullRequestEvents(ctx, old.job.id)).toEqual([]);
    earlier.rename(`${earlier.name()}-renamed`);
    await settle();

    const [byNumber, byRepository] = [
      await getPullRequest(ctx, { number }),
      await getPullRequest(ctx, { number, repository: earlier.url() }),
    ];
    expect(byNumber).toMatchObject({ jobId: fresh.job.id, state: "closed", isOfEarlierRepository: false });
    expect(byRepository).toMatchObject({ jobId: old.job.id, state: "open", isOfEarlierRepository: true });
    expect(byRepository.path).toBe(`pulls/${number}?repository=${encodeURIComponent(earlier.url())}`);
    expect(await listPullRequests(ctx)).toHaveLength(2);
  });

  test("opens the pull request of an earlier repository by its number alone where it has no other one", async ({
    addRepository,
    openTenant,
    reload,
    seedPull,
  }) => {
    const { ctx, repository: earlier } = await openTenant();
    const old = await seedPull(ctx, earlier);
    const current = await addRepository();
    await connectRepository(ctx, { fullName: `acme/${current.name()}` });

    expect(await getPullRequest(await reload(ctx), { number: old.number })).toMatchObject({ jobId: old.job.id });
  });
});

test("a source follows its repository, and never reads another one that gets its name", async ({
  services,
  tenant,
  settle,
}) => {
  const { ctx, repository } = tenant;
  const address = repository.url();
  await addSource(ctx, { name: "app", repository: address });
  const other = await seedProject(services);
  const installation = await services.db.gitHubInstallation.create({
    data: {
      id: "900",
      account: "initech",
      accountType: "Organization",
      organizationId: other.project.organizationId,
      url: "https://github.com/initech",
      missingPermissions: [],
      updatedAt: new Date(),
      repositories: {
        create: { id: "901", fullName: `acme/${repository.name()}`, isPrivate: true, updatedAt: new Date() },
      },
    },
  });

  const [before] = await listReadableSources(services, ctx);
  await expect(before?.access()).rejects.toMatchObject({ code: "access_denied" });
  repository.rename(`${repository.name()}-renamed`);
  await settle();
  const [source] = await listReadableSources(services, ctx);

  expect(source?.repository).toBe(`${address}-renamed`);
  expect((await source?.access())?.url).toBe(`${address}-renamed.git`);
  await services.db.gitHubInstallation.deleteMany({ where: { id: installation.id } });
});

describe("closing a pull request at GitHub", () => {
  test("closes it there, and records what GitHub answers", async ({ settle, openTenant, seedPull }) => {
    const { ctx, repository } = await openTenant();
    const { job, number } = await seedPull(ctx, repository);

    expect(await closePullRequest(ctx, { number })).toMatchObject({ state: "closed" });
    expect(repository.pulls()).toMatchObject([{ number, state: "closed" }]);
    await settle();
    expect(await closePullRequest(ctx, { number })).toMatchObject({ state: "closed" });
    expect(await pullRequestEvents(ctx, job.id)).toEqual(["pull_request.closed"]);
  });

  test("finds one that was merged meanwhile, and says so", async ({ openTenant, seedPull }) => {
    const { ctx, repository } = await openTenant();
    const { number } = await seedPull(ctx, repository);
    await repository.merge(number, "ada");

    await expect(closePullRequest(ctx, { number })).rejects.toMatchObject({
      code: "conflict",
      message: `Pull request #${number} is already merged.`,
    });
    expect(await listPullRequests(ctx)).toMatchObject([{ state: "merged" }]);
  });

  test("is refused in a sentence where GitHub refuses it, and it stays open here", async ({ openTenant, seedPull }) => {
    const { ctx, repository } = await openTenant();
    const { number } = await seedPull(ctx, repository);
    repository.archive();

    await expect(closePullRequest(ctx, { number })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("archived"),
    });
    expect(await listPullRequests(ctx)).toMatchObject([{ state: "open" }]);
    repository.archive(false);
  });

  test("merging is left to GitHub, with the address of the page", async ({ openTenant, seedPull }) => {
    const { ctx, repository } = await openTenant();
    const { number } = await seedPull(ctx, repository);

    await expect(mergePullRequest(ctx, { number })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`${repository.url()}/pull/${number}`),
    });
  });
});

describe("an organization that loses an account at GitHub", () => {
  test("may not fetch, push, comment or close there from the next call on, whatever tokens are remembered", async ({
    services,
    tenant,
    assignTo,
    seedPull,
    expectRefused,
  }) => {
    const { ctx } = tenant;
    const pull = await seedPull(ctx, tenant.repository);
    const before = await repositoryAccess(ctx, ctx.project);
    const app = await services.github.current();

    const next = await seedProject(services);
    await assignTo(next);

    await expectRefused(tenant, pull);
    await expect.poll(() => services.github.current()).not.toBe(app);
    const theirs = await repositoryAccess(next, { ...ctx.project, organizationId: next.project.organizationId });
    expect(theirs.env).not.toEqual(before.env);
    await assignTo(ctx);
    await expect(repositoryAccess(ctx, ctx.project)).resolves.toMatchObject({ url: expect.stringContaining("/acme/") });
  });

  test("does not follow a repository to an account of another organization, nor learn its name", async ({
    services,
    tenant,
    settle,
    reload,
    seedPull,
    expectRefused,
  }) => {
    const { ctx, repository } = tenant;
    const pull = await seedPull(ctx, repository);
    const address = repository.url();

    repository.transfer("globex");
    repository.rename("secret-name");
    await settle();

    await expectRefused(tenant, pull);
    expect((await reload(ctx)).project.repository).toBe(address);
    expect(await services.db.job.findUnique({ where: { id: pull.job.id } })).toMatchObject({ repository: address });
    expect(await listPullRequests(ctx)).toMatchObject([{ repository: address }]);
  });

  test("may not look there after the App was uninstalled, nor when another organization installs it again", async ({
    at,
    services,
    tenant,
    settle,
  }) => {
    const { ctx, repository } = tenant;
    await repositoryAccess(ctx, ctx.project);
    const other = await seedProject(services);
    const installation = at.forge.install(at.app, { account: "initech" });
    repository.transfer("initech");
    await settle();
    await assignInstallation(services, {
      installationId: String(installation.id),
      org: other.organization.slug,
    });
    await expect(repositoryAccess(ctx, ctx.project)).rejects.toMatchObject({ code: "access_denied" });

    at.forge.uninstall(installation);
    await settle();

    await expect(repositoryAccess(ctx, ctx.project)).rejects.toThrow();
  });

  test("keeps what an operator gave one of its projects, until the repository has another owner", async ({
    services,
    first,
    tenant,
    settle,
  }) => {
    const { repository } = tenant;
    const { organization } = first;
    const domain = `given-${made}`;
    await createProject(services, { org: organization.slug, domain, repo: repository.url() });
    const project = await findProjectByDomain(services, { domain });
    if (project === null) throw new Error("The project was just made.");

    await expect(repositoryAccess(services, project)).resolves.toBeDefined();
    repository.transfer("globex");
    const other = await seedProject(services);
    await settle();
    const globex = await services.db.gitHubInstallation.findFirstOrThrow({ where: { account: "globex" } });
    const org = other.organization.slug;
    await assignInstallation(services, { installationId: globex.id, org });

    await expect(repositoryAccess(services, project)).rejects.toMatchObject({ code: "access_denied" });
  });
});
