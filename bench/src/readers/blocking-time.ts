import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../tooling/src/checks/chromium.ts";

/** How many times slower than this machine a reader's is. */
const SLOWDOWN = 4;
/** What keeps a page from answering a reader for longer than this is noticed; only the time above it counts. */
const LONG_TASK_MS = 50;
/** Long after the page has loaded: what a script begins later is seen, too. */
const SETTLE_MS = 1_500;

/** Milliseconds on a machine that is four times slower: all script time of a page, and of its tasks what is above 50 ms. */
export type BlockingTime = { scriptMs: number; blockingMs: number };

export type MeasuredWidget = { without: BlockingTime; loaded: BlockingTime; opened: BlockingTime };

/**
 * Opens a page of a website in a real browser, first without the widget, then with it, then opens the widget's window.
 *
 * @param tag the line of HTML that adds the widget
 */
export async function openWidgetMeter(tag: string): Promise<AsyncDisposable & { measure(): Promise<MeasuredWidget> }> {
  await using starting = new AsyncDisposableStack();
  const website = await serveWebsite(tag);
  starting.defer(website.close);
  const browser = await chromium.launch({ executablePath: findChromium() });
  starting.defer(() => browser.close());
  const running = starting.move();
  return {
    async measure() {
      const without = await visit(browser, `${website.url}/without`);
      const loaded = await visit(browser, `${website.url}/with`);
      const opened = await visit(browser, `${website.url}/with`, async (page) => {
        await page.getByRole("button", { name: "Ask a question" }).click();
        await page.getByRole("dialog").waitFor();
      });
      return { without, loaded, opened };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function serveWebsite(tag: string): Promise<{ url: string; close(): Promise<void> }> {
  const text = Array.from({ length: 200 }, (_, number) => `<p>Paragraph ${number} says how a lantern is lit.</p>`);
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><title>Lantern</title><h1>Lantern</h1>${text.join("")}
${url === "/with" ? tag : ""}</html>`);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs in the page before anything of it does. */
const WATCH = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true });`;

async function visit(browser: Browser, url: string, act?: (page: Page) => Promise<void>): Promise<BlockingTime> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLE_MS);
  if (act) {
    await act(page);
    await page.waitForTimeout(SETTLE_MS);
  }
  const tasks = await page.evaluate<number[]>("longTasks");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  return {
    scriptMs: seconds * 1_000,
    blockingMs: tasks.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
  };
}
