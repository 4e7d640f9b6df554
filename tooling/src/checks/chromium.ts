import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { runCommand } from "../run-command.ts";

const SYSTEM_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Finds a Chromium for the browser tests: the one that CHROMIUM_PATH names, else the system's. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_PLACES].find((place) => place && existsSync(place));
}

const PLAYWRIGHT = join(ROOT, "e2e/node_modules/.bin/playwright");

/**
 * Makes sure that there is a Chromium for the browser tests: the system's, else Playwright's own, else the system's package
 * when root may install it.
 *
 * @throws Error saying what to install
 */
export async function requireChromium(signal: AbortSignal): Promise<void> {
  if (findChromium()) return;
  const own = await runCommand(PLAYWRIGHT, ["install", "chromium"], { signal, timeoutMs: 5 * 60_000 });
  if (own.code === 0) return;
  if (process.getuid?.() === 0) {
    const variables = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update"], { signal, variables });
    await runCommand("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { signal, variables });
    if (findChromium()) return;
  }
  throw new Error(
    "The browser tests need Chromium, and it could not be installed. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH.",
  );
}
