import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import { ROOT } from "@docsteward/tooling/root";
import { makeDataFolder, testEnvironment } from "../support/environment.ts";
import { runStartWell } from "../support/processes.ts";
import { LARGE, SHOTS, shoot, shootAt } from "../support/shoot.ts";
import { goTo, TYPO, untilRest } from "../support/steps.ts";
import { expect, makeSite, test, type World } from "../support/world.ts";

/** Of a program that asks to be connected. */
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

test.skip(SHOTS === undefined, "SCREENSHOTS names no folder");

test("the states of pages are pictured in both themes, wide and narrow", async ({ page, world, site, browser }) => {
  test.setTimeout(900_000);
  const { dashboardUrl, domain, assistantKey: key } = site.project;
  const { url } = world.service;

  world.model.play("rail", [TYPO.read, TYPO.edit, TYPO.finish]);
  const merged = await site.api.createJob("rail: fix the typo on the browser page");
  const { prLink } = await untilRest(site.api, merged.id);
  world.model.play("crake", [
    reply.text("The page says everything already."),
    reply.tool("finish", { title: "Nothing to do", summary: "Nothing was missing." }),
  ]);
  const unchanged = await site.api.createJob("crake: say everything");
  await untilRest(site.api, unchanged.id);
  world.model.play("coot", [reply.error(401, "invalid x-api-key")]);
  const failed = await site.api.createJob("coot: fix the typo");
  await untilRest(site.api, failed.id);
  const rest = Promise.withResolvers<void>();
  world.model.play("grebe", [() => rest.promise.then(() => TYPO.read)]);
  const running = await site.api.createJob("grebe: describe every command of the client");
  world.model.play("avocet", [reply.text("The documentation does not say.\n\n[[unanswered]]")]);
  for (const question of ["How do I rotate a signing key (avocet)?", "Can I pause a sync (avocet)?"]) {
    await askAssistant({ url, domain, key, signal: AbortSignal.timeout(60_000) }, question);
  }

  // Windows and menus.
  const dialog = page.getByRole("dialog");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const open = async (path: string, button: string | RegExp) => {
    await goTo(page, `${dashboardUrl}/${path}`);
    await press(button);
    await expect(dialog.first()).toBeVisible();
  };
  await open("jobs", "New job");
  await shoot(page, "state-new-job");
  await open("keys", "Create key");
  await shoot(page, "state-new-key");
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("my key");
  await press("Create admin key");
  await expect(page.getByRole("dialog", { name: "my key is ready" })).toBeVisible();
  await shoot(page, "state-key-ready");
  await goTo(page, `${dashboardUrl}/keys`);
  await press(/^Actions for First admin key/);
  await shoot(page, "state-key-menu");
  await page.getByRole("menuitem", { name: "Show use" }).click();
  await expect(dialog).toBeVisible();
  await shoot(page, "state-key-use");
  await goTo(page, `${dashboardUrl}/settings/models?connect=true`);
  await expect(dialog).toBeVisible();
  await shoot(page, "state-connect-model");
  await open("settings/webhooks", "Add endpoint");
  await shoot(page, "state-new-webhook");
  await goTo(page, `${url}/settings/demo/members`);
  await press("Invite");
  await expect(dialog).toBeVisible();
  await shoot(page, "state-invite");
  await press("Create link");
  const invitation = String(await dialog.locator("code").textContent());
  await goTo(page, `${url}/settings/demo/limits`);
  await press(/^Edit Assistant requests per key/);
  await expect(dialog).toBeVisible();
  await shoot(page, "state-limit");
  await goTo(page, dashboardUrl);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await shoot(page, "state-palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(dialog).toBeVisible();
  await shoot(page, "state-shortcuts");
  await goTo(page, `${dashboardUrl}/conversations/gaps`);
  await page.getByRole("checkbox").first().check();
  await shoot(page, "state-gaps-chosen");
  await goTo(page, `${dashboardUrl}/jobs`);
  await press("Select");
  await page.getByRole("checkbox").first().check();
  await shoot(page, "state-jobs-chosen");
  await goTo(page, `${dashboardUrl}/analytics?days=7`);
  await page.getByText("Show as table").first().click();
  await shoot(page, "state-analytics-table");

  // Outcomes.
  for (const [name, id] of Object.entries({ unchanged, failed, running })) {
    await goTo(page, `${dashboardUrl}/jobs/${id.id}`);
    await shoot(page, `state-job-${name}`);
  }
  await press("Cancel");
  await page.getByRole("button", { name: "Cancel job" }).click();
  await untilRest(site.api, running.id);
  rest.resolve();
  await shoot(page, "state-job-cancelled");
  await goTo(page, `${dashboardUrl}/jobs?status=failed`);
  await shoot(page, "state-jobs-failed");
  for (const [name, path] of [
    ["jobs", "jobs"],
    ["job", `jobs/${merged.id}`],
    ["pulls", "pulls"],
    ["playground", "assistant"],
  ] as const) {
    await goTo(page, `${dashboardUrl}/${path}`);
    await shoot(page, `large-${name}`, [LARGE]);
  }
  await goTo(page, String(prLink));
  await shoot(page, "large-pull", [LARGE]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press("Merge into main");
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  await shoot(page, "state-pull-merged");

  // Nothing yet.
  const { project: empty } = await makeSite(world);
  for (const path of [
    "",
    "jobs",
    "pulls",
    "conversations",
    "conversations/gaps",
    "keys",
    "analytics",
    "usage",
    "pages",
  ]) {
    await goTo(page, `${empty.dashboardUrl}/${path}`);
    await page.waitForLoadState("networkidle");
    await shoot(page, `empty-${path.replace("/", "-") || "overview"}`);
  }

  // What is not there, and people who are not signed in.
  await goTo(page, `${dashboardUrl}/nope`);
  await shoot(page, "state-page-missing");
  await goTo(page, `${url}/whatever/x`);
  await shoot(page, "state-project-missing");
  const stranger = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  for (const [name, path] of [
    ["sign-in", "sign-in"],
    ["password-invalid", "sign-in/password?token=none"],
    ["invitation-invalid", "invite/none"],
    ["unsubscribe-invalid", "unsubscribe?token=none"],
  ] as const) {
    await goTo(stranger, `${url}/${path}`);
    await shoot(stranger, `state-${name}`);
  }
  await goTo(stranger, invitation);
  await shoot(stranger, "state-invitation");
  await goTo(stranger, await makePasswordLink(world));
  await shoot(stranger, "state-password");
  await stranger.context().close();
});

test("apps that people connect, and Slack, are pictured in both themes, wide and narrow", async ({
  page,
  world,
  site,
}) => {
  const { dashboardUrl, domain, projectId } = site.project;
  const { url } = world.service;
  await goTo(page, `${dashboardUrl}/settings/webhooks`);
  await shootAt(page, "state-slack-new", page.getByRole("heading", { name: "Ask from Slack" }));
  await page
    .getByRole("form", { name: "Ask from Slack" })
    .getByLabel("Signing secret")
    .fill("0123456789abcdef".repeat(2));
  await page.getByRole("form", { name: "Ask from Slack" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Leave empty to keep the current secret.")).toBeVisible();
  await shootAt(page, "state-slack", page.getByRole("heading", { name: "Ask from Slack" }));

  await goTo(page, `${dashboardUrl}/settings/access`);
  const section = page.getByRole("heading", { name: "Sign-in for apps" });
  await shootAt(page, "state-apps-off", section);
  await page.getByRole("button", { name: "Let people sign in…" }).click();
  await page.getByRole("radio", { name: "People of your own OpenID provider" }).click();
  await shootAt(page, "state-apps-provider", section);
  await page.getByRole("radio", { name: "Members of the organization" }).click();
  await page.getByRole("checkbox", { name: "Members can connect agents" }).check();
  await page.getByRole("form", { name: "Sign-in for apps" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Change who can sign in…" })).toBeVisible();

  const redirect = "http://127.0.0.1:7/callback";
  const registered = await page.request.post(`${url}/oauth/register`, {
    data: { client_name: "Testing editor", redirect_uris: [redirect, "cursor://anysphere.cursor-mcp/oauth/callback"] },
  });
  const { client_id }: { client_id: string } = await registered.json();
  const ask = (resource: string, redirect_uri: string) => {
    const code = { response_type: "code", code_challenge: CHALLENGE, code_challenge_method: "S256" };
    return `${url}/oauth/authorize?${new URLSearchParams({ ...code, client_id, redirect_uri, resource })}`;
  };
  for (const [name, resource, address] of [
    ["readers", `${url}/mcp/${domain}`, redirect],
    ["team", `${url}/mcp/admin/${projectId}`, "cursor://anysphere.cursor-mcp/oauth/callback"],
    ["refused", `${url}/mcp/none`, redirect],
    ["unlisted", `${url}/mcp/${domain}`, "https://evil.example/callback"],
  ] as const) {
    await goTo(page, ask(resource, address));
    await shoot(page, `state-consent-${name}`);
  }
  await goTo(page, ask(`${url}/mcp/admin/${projectId}`, redirect));
  // Nothing listens there: the program is not part of the picture.
  await page.route("http://127.0.0.1:7/**", (route) => route.fulfill({ body: "" }));
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL("http://127.0.0.1:7/**");
  const code = String(new URL(page.url()).searchParams.get("code"));
  const form = { grant_type: "authorization_code", code, client_id, redirect_uri: redirect, code_verifier: VERIFIER };
  expect((await page.request.post(`${url}/oauth/token`, { form })).status()).toBe(200);
  await goTo(page, `${dashboardUrl}/settings/access`);
  await shootAt(page, "state-apps-connected", page.getByRole("heading", { name: "Sign-in for apps" }));
  await goTo(page, `${url}/account`);
  await shootAt(page, "state-account-apps", page.getByRole("heading", { name: "Connected apps" }));
});

test("the first start is pictured in both themes, wide and narrow", async ({ page }) => {
  await using data = await makeDataFolder();
  const started = await runStartWell(testEnvironment(data.path));
  await goTo(page, started.url);
  await shoot(page, "state-setup-closed");
  await goTo(page, String(started.setupLink));
  await shoot(page, "state-setup");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password").fill("the weaver of numbers");
  await page.getByLabel("Organization").fill("acme");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${started.url}/setup/project`);
  await shoot(page, "state-setup-project");
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "No projects yet" })).toBeVisible();
  await shoot(page, "empty-projects");
  expect(await started.end("SIGINT")).toEqual({ code: 0, signal: null });
});

/** The link with which the owner sets a new password, as an operator makes it. */
async function makePasswordLink({ service, variables, owner }: World): Promise<string> {
  const env = { ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url };
  const args = [join(ROOT, "apps/cli/src/main.ts"), "user", "reset-password", owner.email];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout.trim();
}
