import { makeRepository } from "@docsteward/git/testing";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest();

test("a project is made over a repository, in an organization that one administers", async ({ services }) => {
  await using repository = await makeRepository({ "docs/index.md": "# Hello\n" });
  const org = (await seedProject(services)).organization.slug;
  const { project } = signedInCaller(services);

  const made = await project.create({ org, domain: "from-the-dashboard", repo: repository.path, docsPath: "docs" });

  expect(made).toEqual({ org, domain: "from-the-dashboard" });
  expect(await project.list()).toContainEqual(
    expect.objectContaining({ ...made, repository: repository.url, activity: { jobs: 0, questions: 0 } }),
  );
});

test("what cannot be a project is refused, the field named", async ({ services }) => {
  const org = (await seedProject(services)).organization.slug;
  const { project } = signedInCaller(services);

  await expect(project.create({ org, domain: "missing", repo: "/nowhere/docs.git" })).rejects.toMatchObject({
    cause: { code: "invalid_request", options: { details: [{ path: "repo" }] } },
  });
});

test("a member makes no project, and an organization that one is not in is not there", async ({ services }) => {
  const { organization } = await seedProject(services);
  const member = signedInCaller(services, { role: "member", organizationId: organization.id });
  const stranger = signedInCaller(services, { organizationId: null });
  const input = { org: organization.slug, domain: "refused", repo: "/srv/docs.git" };

  await expect(member.project.create(input)).rejects.toMatchObject({ cause: { code: "role_too_low" } });
  await expect(stranger.project.create(input)).rejects.toMatchObject({ cause: { code: "not_found" } });
});

test("a person sees where they may create projects", async ({ services }) => {
  const { organization } = await seedProject(services);
  const admin = signedInCaller(services, { role: "admin", organizationId: organization.id });
  const viewer = signedInCaller(services, { role: "viewer" });

  expect((await admin.project.places()).organizations).toEqual([{ slug: organization.slug, name: organization.name }]);
  expect(await viewer.project.places()).toEqual({ organizations: [], mayUsePaths: false, isGitHubConnected: false });
});

test("the list counts what went on, and hides another organization's projects", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await seedJob(mine);
  await seedJob(theirs);

  const list = await signedInCaller(services, { organizationId: mine.project.organizationId }).project.list();

  expect(list).toMatchObject([{ id: mine.project.id, activity: { jobs: 1, questions: 0 } }]);
});
