import { afterAll, beforeAll, expect, test } from "vitest";
import { type SeededForge, seedForge } from "../testing.ts";

let at: SeededForge;
beforeAll(async () => {
  at = await seedForge();
  at.repository.setRole("ada", "write");
});
afterAll(() => at[Symbol.asyncDispose]());

const get = async (path: string) => {
  const response = await fetch(`${at.forge.url}${path}`);
  return { status: response.status, text: await response.text() };
};

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${at.forge.url}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });

/** A pull request with one changed page. @returns its path */
async function open(branch: string, body = "Why"): Promise<string> {
  await at.repository.commit({ "docs.md": `# ${branch}\n` }, { branch });
  const response = await fetch(`${at.forge.apiUrl}/repos/acme/docs/pulls`, {
    method: "POST",
    headers: { authorization: `Bearer ${await at.token()}` },
    body: JSON.stringify({ title: `Title of ${branch}`, body, head: branch, base: "main" }),
  });
  const { html_url } = (await response.json()) as { html_url: string };
  return html_url.slice(at.forge.url.length);
}

test("a pull request's page shows its words, its commits and what it changes", async () => {
  const { status, text } = await get(
    await open("shown", "## Summary\n\n- `docs.md` says **more**\n\n> Asked\n\n---\nEnd"),
  );

  expect(status).toBe(200);
  expect(text).toContain("Title of shown");
  expect(text).toContain("<b>more</b>");
  expect(text).toContain("<blockquote><p>Asked</p></blockquote><hr><p>End</p>");
  expect(text).toContain('<span class="add">+# shown</span>');
  expect(text).toContain("Change docs.md");
});

test("shows what people write as text, never as markup", async () => {
  const page = await open("hostile", '<img src=x onerror=alert(1)> [a](javascript:alert) <!-- hidden --> "&"');

  const { text } = await get(page);

  expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(text).not.toMatch(/<img|href="javascript|hidden -->/);
});

test("people comment, close, open again and merge with its buttons", async () => {
  const page = await open("buttons");
  const number = Number(page.split("/").at(-1));
  const pull = () => at.repository.pulls().find((one) => one.number === number);

  expect((await post(page, { do: "comment", body: "Looks good", as: "ada" })).status).toBe(303);
  expect(pull()?.comments).toMatchObject([{ body: "Looks good", author: { login: "ada" } }]);
  await post(page, { do: "close", body: "", as: "acme" });
  expect(pull()?.state).toBe("closed");
  await post(page, { do: "reopen", body: "", as: "acme" });
  await post(page, { do: "merge", body: "", as: "ada" });

  expect(pull()).toMatchObject({ state: "closed", merged: { by: { login: "ada" } } });
  expect(await at.repository.read("docs.md")).toBe("# buttons\n");
  expect((await get(page)).text).toContain("Merged");
});

test("says why a button did nothing", async () => {
  const page = await open("empty-comment");

  const response = await post(page, { do: "comment", body: " ", as: "ada" });

  expect((await get(response.headers.get("location") ?? "")).text).toContain("The comment is empty");
});

test("takes no form that another site sent", async () => {
  const page = await open("foreign");

  expect((await post(page, { do: "close" }, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(page, { do: "close" }, { origin: at.forge.url })).status).toBe(303);
});

test("an App is made of a manifest, its keys are fetched once, and it is installed", async () => {
  const manifest = JSON.stringify({
    name: "Our docs",
    url: "http://localhost:3000",
    redirect_url: "http://localhost:3000/back?x=1",
    setup_url: "http://localhost:3000/installed",
    hook_attributes: { url: "http://127.0.0.1:9/hooks" },
    default_permissions: { contents: "write" },
    default_events: ["push"],
  });
  const asked = await post("/settings/apps/new?state=s1", { manifest }, { origin: "http://localhost:3000" });
  expect(await asked.text()).toContain("Create the App “Our docs”?");
  const made = await post("/settings/apps/create", { manifest, state: "s1", name: "Our docs", owner: "octo" });
  const back = new URL(made.headers.get("location") ?? "");
  expect(back.searchParams.get("state")).toBe("s1");
  expect(back.searchParams.get("x")).toBe("1");

  const convert = () =>
    fetch(`${at.forge.apiUrl}/app-manifests/${back.searchParams.get("code")}/conversions`, { method: "POST" });
  const app = (await (await convert()).json()) as Record<string, string>;
  expect(app).toMatchObject({ slug: "our-docs", webhook_secret: expect.any(String) as string });
  expect(app.pem).toContain("BEGIN RSA PRIVATE KEY");
  expect((await convert()).status).toBe(404);

  const installed = await post("/github-apps/our-docs/installations/new", {
    account: "acme",
    reach: "selected",
    repository: `${at.repository.id}`,
  });
  expect(installed.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/installed\?installation_id=\d+/);
  expect((await get("/github-apps/our-docs")).text).toContain("1 of its repositories");
});

test("shows what there is, and says so where there is nothing", async () => {
  expect((await get("/")).text).toContain('href="/acme/docs"');
  expect((await get("/acme/docs")).text).toContain("main");
  expect(await get("/acme/none")).toMatchObject({
    status: 404,
    text: expect.stringContaining("no repository acme/none"),
  });
});

test("faults are arranged from another process", async () => {
  const admin = (method: string, path: string, body: unknown) =>
    fetch(`${at.forge.url}/_forge${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  await admin("POST", "/faults", { kind: "server_error", at: "GET /rate_limit", status: 503 });

  expect((await fetch(`${at.forge.apiUrl}/rate_limit`)).status).toBe(503);
  expect((await fetch(`${at.forge.apiUrl}/rate_limit`)).status).toBe(200);
  expect((await admin("POST", "/faults", { kind: "nonsense", at: "*" })).status).toBe(422);
});
