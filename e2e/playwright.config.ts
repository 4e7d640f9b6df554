import { findChromium } from "@docsteward/tooling/checks/chromium";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "stories",
  outputDir: "../test-results",
  // One service at a time: two would fight for the machine, and some stories kill processes.
  workers: 1,
  // For what hangs: the unit tests run beside the stories, on whatever machine this is.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  reporter: "list",
  globalSetup: "./support/build.ts",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: findChromium() },
    // A picture of every frame costs a quarter of a story's CPU. What a failed one leaves still has each state of the page.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
  },
});
