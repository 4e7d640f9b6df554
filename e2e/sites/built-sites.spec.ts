import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { ROOT } from "@docsteward/tooling/root";
import { complaintsOf } from "../support/complaints.ts";
import { untilIndexed } from "../support/steps.ts";
import { expect, test, type World } from "../support/world.ts";
import { GENERATORS } from "./generators.ts";
import { buildSite, commitSources, writeSources } from "./make-site.ts";
import { serveSite } from "./serve-site.ts";

const run = promisify(execFile);

// The website's reader is not signed in at the service.
test.use({ storageState: { cookies: [], origins: [] } });

for (const generator of GENERATORS) {
  const { name, packages } = generator;
  const version = Object.values(packages)[0];
  test(`a site of ${name} ${version} answers and finds by the documents' examples alone`, async ({ page, world }) => {
    const { url: service } = world.service;
    await using website = await serveSite();
    await using scratch = await mkdtempDisposable(join(tmpdir(), "docsteward-site-"));
    const [sources, bare] = [join(scratch.path, "sources"), join(scratch.path, "site.git")];
    const domain = `lantern-${name.toLowerCase()}`;
    const where = { website: website.url, service, domain };
    // The service reads the site before there is a key that its pages hold.
    await writeSources(sources, generator, { ...where, key: "svc_dsc_…" });
    await commitSources(sources, bare);
    const project = ["project", "create", "--org", "demo", "--domain", domain, "--repo", bare, "--ref", "main"];
    await docsteward(world, ...project, "--site-url", website.url);
    const create = ["key", "create", "--kind", "assistant", "--name", "Widget", "--domain", domain];
    const { key } = await docsteward(world, ...create, "--origin", website.url);
    await writeSources(sources, generator, { ...where, key });
    website.show(await buildSite(generator, sources), service);
    await untilIndexed(service, { domain, assistantKey: key });

    const { offender } = generator;
    const isExpected = (url: string) => offender !== undefined && url.startsWith(website.url + offender);
    const complaints = complaintsOf(page, isExpected);
    const question = `How does ${name} write a backup of everything to a file?`;
    const goOn = Promise.withResolvers<void>();
    world.model.play(question, [
      reply.text("Run `lantern backup` [1]. It writes everything to a file.", { pieces: 4, until: goOn.promise }),
    ]);
    await page.goto(website.url);
    await page.getByRole("button", { name: "Ask a question" }).click();
    const window = page.getByRole("dialog", { name: "Ask the documentation" });
    const box = window.getByRole("textbox", { name: "Question" });
    await expect(box).toBeFocused();
    await box.fill(question);
    await box.press("Enter");
    await expect(window).toContainText("Run");
    goOn.resolve();
    await expect(window).toContainText("It writes everything to a file.");
    await window.getByRole("button", { name: /^1: / }).first().click();
    await window.getByRole("link", { name: "Open the page", exact: true }).click();
    const heading = (text: string) => page.getByRole("heading", { level: 1, name: text });
    await expect(heading("Back up and restore")).toBeVisible();
    // Another document: the conversation is there as soon as the reader opens the window.
    await page.getByRole("button", { name: "Ask a question" }).click();
    await expect(window).toContainText("It writes everything to a file.");
    await page.keyboard.press("Escape");

    const input = page.getByRole("searchbox", { name: "Search" });
    const results = page.getByRole("list", { name: "Search results" }).getByRole("link");
    await page.setViewportSize({ width: 390, height: 800 });
    await input.pressSequentially("rotat");
    await expect(results.first()).toBeVisible();
    const list = await page.getByRole("list", { name: "Search results" }).boundingBox();
    expect(list?.x).toBeGreaterThanOrEqual(0);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390);
    await results.filter({ hasText: "Rotate a key" }).first().click();
    await expect(heading("Rotate a key")).toBeVisible();
    expect(new URL(page.url()).origin).toBe(website.url);
    expect(complaints).toEqual([]);
  });
}

async function docsteward({ service, variables }: World, ...args: string[]) {
  const { databaseUrl: DATABASE_URL, url: BASE_URL } = service;
  const env = { ...variables, DATABASE_URL, BASE_URL };
  const { stdout } = await run(process.execPath, [join(ROOT, "apps/cli/src/main.ts"), ...args, "--json"], {
    cwd: ROOT,
    env,
  });
  return JSON.parse(stdout);
}
