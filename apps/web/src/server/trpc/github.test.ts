import { startTestGitHub } from "@docsteward/git/testing-github";
import { seedProject, type TestServicesOptions } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { appProjectTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appProjectTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApiUrl: at.forge.apiUrl }))
  .extend("site", { scope: "file" }, ({ ctx }) => projectPath(ctx))
  /** What a person does at GitHub: one click, which sends the browser back with a code. */
  .extend(
    "confirmAtGitHub",
    { scope: "file" },
    ({ at }) =>
      async ({ action, manifest }: { action: string; manifest: string }) => {
        const state = new URL(action).searchParams.get("state") ?? "";
        const made = await fetch(`${at.forge.url}/settings/apps/create`, {
          method: "POST",
          body: new URLSearchParams({ manifest, state, name: "Our docs", owner: "acme" }),
          redirect: "manual",
        });
        const back = new URL(made.headers.get("location") ?? "");
        return { back, code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
      },
  );

test("an App is made with one click, its secrets are kept encrypted, and a repository of it is chosen", async ({
  at,
  services,
  site,
  confirmAtGitHub,
}) => {
  const { github, project } = signedInCaller(services);
  const path = `/${site.org}/${site.domain}/settings/github`;
  const started = await github.startApp({ account: "acme", back: path });

  const { back, code, state } = await confirmAtGitHub(started);
  const { installUrl } = await github.finishApp({ code, state });

  expect(started.action).toContain(`${at.forge.url}/organizations/acme/settings/apps/new?state=`);
  expect(back.pathname).toBe("/settings/github/callback");
  expect(installUrl).toMatch(/apps\/our-docs\/installations\/new\?state=/);
  const row = await services.db.gitHubApp.findUniqueOrThrow({ where: { id: "app" } });
  expect(`${row.privateKey} ${row.webhookSecret}`).not.toContain("PRIVATE KEY");
  const made = (await services.github.current())?.config;
  expect(made).toMatchObject({ appId: row.appId, privateKey: expect.stringContaining("PRIVATE KEY") });

  await fetch(installUrl, {
    method: "POST",
    body: new URLSearchParams({ account: "acme", reach: "selected", repository: String(at.repository.id) }),
    redirect: "manual",
  });
  expect(await github.endInstall({ state })).toEqual({ back: path });
  expect(await github.repositories(site)).toMatchObject([{ fullName: "acme/docs" }]);
  const address = at.repository.url();
  expect(await project.repositories({ org: site.org, search: "doc" })).toMatchObject([{ address }]);
  expect(await project.places()).toMatchObject({ isGitHubConnected: true });
  await github.connect({ ...site, fullName: "acme/docs" });
  expect(await github.get(site)).toMatchObject({ host: "github", repository: at.repository.url(), isConnected: true });

  await expect(github.startApp({ back: "/" })).rejects.toMatchObject({ cause: { code: "conflict" } });
  await github.disconnectApp();
  expect((await github.app()).app).toBeNull();
});

test("a callback that another person started, or a forged one, connects nothing", async ({
  services,
  confirmAtGitHub,
}) => {
  const mine = signedInCaller(services);
  const theirs = signedInCaller(services);
  const { code, state } = await confirmAtGitHub(await theirs.github.startApp({ back: "/" }));

  for (const wrong of [state, "v1.AAAA", ""]) {
    await expect(mine.github.finishApp({ code, state: wrong })).rejects.toMatchObject({
      cause: { code: "role_too_low" },
    });
  }
  expect(await services.db.gitHubApp.count()).toBe(0);
});

test("a used code is reported as such", async ({ services, confirmAtGitHub }) => {
  const { github } = signedInCaller(services);
  const { state } = await confirmAtGitHub(await github.startApp({ back: "/" }));

  await expect(github.finishApp({ code: "spent", state })).rejects.toThrow("The code from GitHub is invalid");
});

test("admins of an organization see nothing of the App, and another organization's repositories are hidden", async ({
  services,
}) => {
  const other = await seedProject(services);
  const admin = signedInCaller(services, { role: "admin" });

  await expect(admin.github.app()).rejects.toMatchObject({ cause: { code: "role_too_low" } });
  const input = { org: other.organization.slug, domain: other.project.domain };
  expect(await admin.github.repositories(input)).toEqual([]);
  expect(await admin.project.repositories(input)).toEqual([]);
  await expect(admin.github.connect({ ...input, fullName: "acme/docs" })).rejects.toMatchObject({
    cause: { code: "not_found" },
  });
});
