import { defineConfig } from "@playwright/test";
import stories from "../playwright.config.ts";

/** For builders that are installed first. */
const LIMIT_MS = 20 * 60_000;

export default defineConfig({
  ...stories,
  testDir: ".",
  outputDir: "../../test-results",
  timeout: LIMIT_MS,
  globalSetup: "../support/build.ts",
});
