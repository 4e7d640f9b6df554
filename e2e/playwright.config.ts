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
    // Each state of the page, and each answer to it, cost half of a story's CPU. What a failed one leaves names its steps, and has a picture
    // and the text of its last page. `--trace=on` records a story whole.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
  },
});
