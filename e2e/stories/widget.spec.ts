import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { reply } from "@docsteward/model-script/script";
import { ROOT } from "@docsteward/tooling/root";
import type { Page } from "@playwright/test";
import { complaintsOf } from "../support/complaints.ts";
import { untilIndexed } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const NONCE = "c2Vj";

/** A page of another website under a policy that allows no inline style, no string as code, and scripts by their nonce alone. */
async function serveWebsite(service: string, tag: string, scripts: Record<string, string> = {}) {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}'`,
    `connect-src ${service}`,
    "style-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const server = createServer((request, response) => {
    const script = scripts[request.url ?? ""];
    if (script !== undefined) {
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
      return;
    }
    const isPage = request.url === "/" || request.url?.startsWith("/guides");
    response.writeHead(isPage ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
    });
    response.end(
      isPage &&
        `<!doctype html><html lang="en" class="light"><meta name="viewport" content="width=device-width"><title>Lantern</title>
<main><h1>Lantern</h1><p id="text">Backups are written by the command line.</p></main>${tag}</html>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const tagOf = (service: string, key: string, more = "") =>
  `<script nonce="${NONCE}" src="${service}/widget.js" data-key="${key}" ${more} async></script>`;

// The website's reader is not signed in at the service.
test.use({ storageState: { cookies: [], origins: [] } });

test("one script tag answers on another website under a strict policy, and goes on after a reload", async ({
  page,
  world,
  site,
}) => {
  const { url } = world.service;
  await using website = await serveWebsite(url, tagOf(url, site.project.assistantKey));
  await untilIndexed(url, site.project);
  const complaints = complaintsOf(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const goOn = Promise.withResolvers<void>();
  world.model.play("avocet", [
    reply.text(
      "Run `lantern export` [1].\n\n| Flag | Use |\n| --- | --- |\n| `--all` | everything |\n\n<b>not bold</b>",
      {
        pieces: 6,
        until: goOn.promise,
      },
    ),
  ]);
  await page.goto(`${website.url}/guides/backup`);
  const launch = page.getByRole("button", { name: "Ask a question" });
  await expect(launch).toBeVisible();
  expect(requests.filter((path) => path !== "/guides/backup" && path !== "/favicon.ico")).toEqual(["/widget.js"]);

  const sent = Promise.withResolvers<void>();
  await page.route("**/discovery/v1/widget", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await launch.press("Enter");
  const window = page.getByRole("dialog", { name: "Ask the documentation" });
  await expect(window.getByRole("textbox", { name: "Question" })).toBeFocused();
  await page.keyboard.type("How does avocet write a backup of everything to a file?");
  await page.keyboard.press("Enter");
  // The settings have not come yet: the question waits for them.
  await expect(window.getByRole("article")).toContainText("How does avocet");
  await expect(window.getByRole("textbox", { name: "Question" })).toHaveValue("");
  sent.resolve();
  await expect(window).toContainText("Run");

  await page.keyboard.type("And how often?");
  await page.reload();
  await launch.click();
  await expect(window.getByRole("textbox", { name: "Question" })).toHaveValue("And how often?");
  await expect(window).toContainText("Run");
  goOn.resolve();
  await expect(window).toContainText("Run lantern export");
  await expect(window.getByRole("cell", { name: "--all" })).toBeVisible();
  await expect(window).toContainText("<b>not bold</b>");

  await window.getByRole("button", { name: "Good answer" }).click();
  await window.getByRole("textbox", { name: "What was good or missing?" }).fill("Short.");
  await window.getByRole("button", { name: "Send comment" }).click();
  await expect(window).toContainText("Thank you.");
  await window.getByRole("button", { name: /^1: / }).first().click();
  await expect(window.getByRole("link", { name: "Open the page" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(window.getByRole("textbox", { name: "Question" })).toHaveValue("And how often?");
  await expect(window.getByText("Sources (", { exact: false })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(window).toBeHidden();
  await expect(launch).toBeFocused();
  expect(complaints).toEqual([]);
});

test("selected text is asked about, an answer is stopped, and a question is edited", async ({ page, world, site }) => {
  const { url } = world.service;
  await using website = await serveWebsite(
    url,
    tagOf(url, site.project.assistantKey, 'data-mode="panel" data-language="de"'),
  );
  await untilIndexed(url, site.project);
  const never = Promise.withResolvers<void>();
  world.model.play("dunlin", [reply.text("Eins zwei drei vier.", { pieces: 4, until: never.promise })]);
  await page.goto(website.url);
  await page.getByRole("button", { name: "Frage stellen" }).click();
  const window = page.getByRole("dialog", { name: "Frag die Dokumentation" });
  await expect(window).toBeVisible();
  await page.locator("#text").selectText();
  await page.locator("#text").dispatchEvent("pointerup");
  await page.getByRole("button", { name: "Dazu fragen" }).click();
  await expect(window).toContainText("Zu: Backups are written");

  await window.getByRole("textbox", { name: "Frage" }).fill("What does dunlin mean?");
  await page.keyboard.press("Enter");
  await expect(window).toContainText("Eins");
  await window.getByRole("button", { name: "Anhalten" }).click();
  await expect(window).toContainText("Du hast die Antwort angehalten.");
  never.resolve();

  world.model.play("sanderling", [reply.text("Fünf [1].")]);
  await window.getByRole("button", { name: "Frage bearbeiten" }).click();
  await window.getByRole("textbox", { name: "Frage" }).fill("What does sanderling mean for a backup?");
  await page.keyboard.press("Enter");
  await expect(window).toContainText("Fünf");
  await expect(window).not.toContainText("dunlin");
  await window.getByRole("button", { name: "Neue Unterhaltung" }).click();
  await expect(window).not.toContainText("sanderling");
});

/** What axe finds in the widget, with the state in front. */
async function faultsOf(page: Page, state: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include("docsteward-widget").analyze();
  return violations.map(({ id, nodes }) => `${state}: ${id} at ${nodes.map(({ html }) => html).join(", ")}`);
}

for (const { colorScheme, width, mode, word } of [
  { colorScheme: "light", width: 1280, mode: "panel", word: "whimbrel" },
  { colorScheme: "dark", width: 320, mode: "modal", word: "turnstone" },
] as const) {
  test(`axe finds nothing in any state of a ${mode}, ${colorScheme}, ${width} px wide`, async ({
    page,
    world,
    site,
  }) => {
    const { url } = world.service;
    await using website = await serveWebsite(url, tagOf(url, site.project.assistantKey, `data-mode="${mode}"`));
    await untilIndexed(url, site.project);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 700 });
    const found: string[] = [];
    const check = async (state: string) => {
      found.push(...(await faultsOf(page, state)));
    };
    const goOn = Promise.withResolvers<void>();
    const text =
      "Run `lantern export` [1].\n\n```sh\nlantern export --all\n```\n\n| Flag | Use |\n| --- | --- |\n| `--all` | all |";
    world.model.play(word, [reply.text(text, { pieces: 6, until: goOn.promise })]);

    await page.goto(`${website.url}/guides/backup`);
    await expect(page.getByRole("button", { name: "Ask a question" })).toBeVisible();
    await check("closed");
    await page.getByRole("button", { name: "Ask a question" }).click();
    const window = page.getByRole("dialog", { name: "Ask the documentation" });
    await window
      .getByRole("textbox", { name: "Question" })
      .fill(`How does ${word} write a backup of everything to a file?`);
    await check("open");
    await page.keyboard.press("Enter");
    await expect(window).toContainText("Run");
    await check("answering");
    goOn.resolve();
    await window.getByRole("button", { name: "Bad answer" }).click();
    await expect(window.getByRole("textbox", { name: "What was good or missing?" })).toBeVisible();
    await check("answered and rated");
    await window.getByRole("button", { name: /^1: / }).first().click();
    await expect(window.getByRole("link", { name: "Open the page" })).toBeVisible();
    await expect(window.getByText("…", { exact: true })).toHaveCount(0);
    await check("a source");
    await page.keyboard.press("Escape");
    await page.route("**/discovery/**", (route) => route.abort());
    await window.getByRole("button", { name: "Try again" }).click();
    await expect(window.getByRole("alert")).toBeVisible();
    await check("failed");

    expect(found).toEqual([]);
  });
}

test("axe finds nothing in a window within the page, with questions to begin with, and of a stopped answer about selected text", async ({
  page,
  world,
  site,
}) => {
  const { url } = world.service;
  const tag = tagOf(url, site.project.assistantKey, 'data-mode="inline"');
  await using website = await serveWebsite(url, tag);
  await untilIndexed(url, site.project);
  // A desktop window at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 480 });
  await page.route("**/discovery/v1/widget", async (route) => {
    const response = await route.fetch();
    const starters = [{ question: "How do I write a backup?", path: "/" }];
    await route.fulfill({ response, json: { ...(await response.json()), starters } });
  });
  const never = Promise.withResolvers<void>();
  world.model.play("redshank", [reply.text("One two three four.", { pieces: 4, until: never.promise })]);

  await page.goto(website.url);
  await expect(page.getByRole("button", { name: "How do I write a backup?" })).toBeVisible();
  const found = await faultsOf(page, "questions to begin with");
  await page.locator("#text").selectText();
  await page.locator("#text").dispatchEvent("pointerup");
  await page.getByRole("button", { name: "Ask about this" }).click();
  found.push(...(await faultsOf(page, "selected text")));
  await page.getByRole("textbox", { name: "Question" }).fill("What does redshank mean?");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("article").getByText("You stopped the answer.")).toBeVisible();
  never.resolve();
  found.push(...(await faultsOf(page, "stopped")));

  expect(found).toEqual([]);
});

test("a revoked key and a service that is away are said in words, and the page is not disturbed", async ({
  page,
  world,
  site,
}) => {
  const { url } = world.service;
  const wrong = `${site.project.assistantKey.slice(0, -6)}abcdef`;
  await using website = await serveWebsite(url, tagOf(url, wrong, 'data-shortcut="k"'));
  await page.goto(website.url);
  await expect(page.getByRole("button", { name: "Ask a question" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const window = page.getByRole("dialog");
  await expect(window.getByRole("alert")).toContainText("The assistant's key is not valid any more.");

  await page.setViewportSize({ width: 320, height: 600 });
  const box = await window.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 320 });
  await page.route("**/discovery/**", (route) => route.abort());
  await window.getByRole("button", { name: "Try again" }).click();
  await expect(window.getByRole("alert")).toContainText("can't be reached");
  await window.getByRole("textbox", { name: "Question" }).fill("Is my question lost?");
  await page.keyboard.press("Enter");
  await expect(window.getByRole("article")).toContainText("Is my question lost?");
  await expect(window.getByRole("alert")).toHaveCount(1);
});

test("the search box of the documentation suggests, finds and leads to pages on another website under a strict policy", async ({
  page,
  world,
  site,
}) => {
  const { url } = world.service;
  const { domain, assistantKey } = site.project;
  const documentation = await readFile(join(ROOT, "docs/search.md"), "utf8");
  const script = documentation.match(/```js\n(const STYLE.*?)```/s)?.[1] ?? "";
  const tag = `<docsteward-search src="${url}/discovery/v1/search/${domain}" data-key="${assistantKey}"></docsteward-search>
<script nonce="${NONCE}" src="/docsteward-search.js"></script>`;
  await using website = await serveWebsite(url, tag, { "/docsteward-search.js": script });
  await untilIndexed(url, site.project);
  const complaints = complaintsOf(page);
  await page.goto(website.url);
  const input = page.getByRole("searchbox", { name: "Search" });
  const results = page.getByRole("list", { name: "Search results" }).getByRole("link");

  await input.fill("backup");
  await expect(results.first()).toContainText("Back up");
  await input.fill("write a bakup to a file");
  await input.press("Enter");
  await expect(results.filter({ hasText: "Back up and restore" }).first()).toHaveAttribute(
    "href",
    /backup-and-restore/,
  );
  await expect(results.locator("mark").first()).toBeVisible();
  await input.press("ArrowDown");
  await expect(results.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(results).toHaveCount(0);

  await page.route("**/discovery/**", (route) => route.abort());
  await input.fill("flags");
  await expect(page.getByText("The search can't be reached.")).toBeVisible();
  expect(complaints.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
});
