import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAppMemory } from "@docsteward/services/oauth/testing-client";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { goTo, untilHydrated, untilIndexed } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const NAME = "Testing editor";

/** A program on the person's computer: it opens a page in their browser, and waits for the answer at an address of its own. */
async function startApp(server: string) {
  const answers: URLSearchParams[] = [];
  const listener = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/callback") answers.push(url.searchParams);
    response.end("You can close this page.");
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  const asked: string[] = [];
  const { authProvider } = createAppMemory({
    name: NAME,
    redirectUrl,
    state: "the editor's own state",
    openBrowser: (url) => void asked.push(url.href),
  });
  return {
    answers,
    asked,
    newClient: () => new Client({ name: "test", version: "1.0.0" }),
    openTransport: () => new StreamableHTTPClientTransport(new URL(server), { authProvider }),
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
}

test("a member signs in to connect an app, allows it, and ends its access", async ({ page, world, site, browser }) => {
  const { url } = world.service;
  const { dashboardUrl, domain } = site.project;
  await untilIndexed(url, site.project);
  await using app = await startApp(`${url}/mcp/${domain}`);

  await goTo(page, `${dashboardUrl}/settings/access`);
  await page.getByRole("button", { name: "Let people sign in…" }).click();
  await page.getByRole("radio", { name: "Members of the organization" }).click();
  await page.getByRole("form", { name: "Sign-in for apps" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Change who can sign in…" })).toBeVisible();
  await expect(page.getByText("No app is connected.")).toBeVisible();

  const first = app.openTransport();
  await expect(app.newClient().connect(first)).rejects.toThrow(UnauthorizedError);
  const asked = String(app.asked[0]);

  // The app's own browser window knows nobody yet.
  const signedOut = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const person = await signedOut.newPage();
  await goTo(person, asked);
  await person.getByLabel("Email").fill(world.owner.email);
  await person.getByLabel("Password", { exact: true }).fill(world.owner.password);
  await person.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(person.getByRole("heading", { name: `Connect ${NAME} to` })).toBeVisible();
  await untilHydrated(person);
  await expect(person.getByText("nobody vouches for its name")).toBeVisible();
  await expect(person.getByText("The answer goes to a program on this computer.")).toBeVisible();

  // The person says no, and comes back.
  await person.getByRole("link", { name: "Cancel" }).click();
  await expect(person.getByText("You can close this page.")).toBeVisible();
  expect(Object.fromEntries(app.answers.pop() ?? [])).toMatchObject({
    error: "access_denied",
    state: "the editor's own state",
    iss: url,
  });
  await goTo(person, asked);
  await person.getByRole("button", { name: "Allow" }).click();
  await expect(person.getByText("You can close this page.")).toBeVisible();
  await signedOut.close();
  await first.finishAuth(app.answers[0] ?? new URLSearchParams());
  const client = app.newClient();
  await client.connect(app.openTransport());
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("get_page");

  await goTo(page, `${dashboardUrl}/settings/access`);
  await expect(page.getByRole("listitem").filter({ hasText: NAME })).toContainText("reads pages");
  await goTo(page, `${url}/account`);
  await page.getByRole("button", { name: `End access of ${NAME}` }).click();
  await expect(page.getByRole("button", { name: `End access of ${NAME}` })).toBeHidden();
  await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
  expect(app.asked).toHaveLength(2);
  await client.close().catch(() => undefined);
});

test("another website can't show the page of the consent in a frame", async ({ page, world, site }) => {
  const { url } = world.service;
  const asked = `${url}/oauth/authorize?resource=${encodeURIComponent(`${url}/mcp/${site.project.domain}`)}`;
  const website = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${asked}"></iframe>`);
  });
  website.listen(0, "127.0.0.1");
  await once(website, "listening");
  try {
    const refused = page.waitForEvent("console", (message) => /frame-ancestors|X-Frame-Options/.test(message.text()));
    await page.goto(`http://localhost:${(website.address() as AddressInfo).port}`);
    await refused;
    await expect(page.frameLocator("iframe").getByRole("heading")).toHaveCount(0);
  } finally {
    website.closeAllConnections();
    website.close();
  }
});
