import { startTestGitHub } from "@docsteward/git/testing-github";
import { assignInstallation, syncInstallations } from "@docsteward/services/github-app/installations";
import { connectRepository } from "@docsteward/services/project/source";
import { createTestServices, seedJob, seedProject } from "@docsteward/services/testing";
import { expect, test } from "vitest";
import { createJobHost } from "./agent-ports.ts";

test("a job at work is refused at its next call when its account is given to another organization", async () => {
  await using at = await startTestGitHub();
  await using services = await createTestServices({ gitHubApp: at.config, isWorker: true });
  const ctx = await seedProject(services);
  const next = await seedProject(services);
  await syncInstallations(services);
  const assign = (org: string) => assignInstallation(services, { installationId: String(at.installation.id), org });
  await assign(ctx.organization.slug);
  await connectRepository(ctx, { fullName: "acme/docs" });
  const project = await services.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
  const job = await seedJob(ctx, { repository: project.repository, hostRepositoryId: project.hostRepositoryId });
  const { organization } = ctx;
  const host = createJobHost(services, { job, project, organization }, null, { log: services.log });
  const source = { repository: job.repository, ref: "main", docsPath: "" };
  expect(await host.access(source)).toMatchObject({ url: expect.stringContaining("/acme/docs.git") });

  await assign(next.organization.slug);

  const refusal = {
    code: "access_denied",
    message: expect.stringMatching(
      /no longer has access to the repository acme\/docs: .* Ask an owner of the installation's first organization/,
    ),
  };
  await expect(host.access(source)).rejects.toMatchObject(refusal);
  await expect(host.getPullRequest(source, 1)).rejects.toMatchObject(refusal);
  await expect(host.updatePullRequest(source, 1, { headSha: "a".repeat(40) })).rejects.toMatchObject(refusal);
});
