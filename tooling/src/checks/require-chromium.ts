import { access } from "node:fs/promises";
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
const PLAYWRIGHT = join(ROOT, "e2e/node_modules/.bin/playwright");

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's own, else the system's package when root may do that.
 *
 * @returns variables for the tests: `CHROMIUM_PATH`, or none when Playwright finds its own
 * @throws Error saying what to install
 */
export async function requireChromium(signal: AbortSignal): Promise<Record<string, string>> {
  const found = await findInstalled();
  if (found) return { CHROMIUM_PATH: found };
  const own = await runCommand(PLAYWRIGHT, ["install", "chromium"], { signal, timeoutMs: 5 * 60_000 });
  if (own.code === 0) return {};
  if (process.getuid?.() === 0) {
    const variables = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update"], { signal, variables });
    await runCommand("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { signal, variables });
    const installed = await findInstalled();
    if (installed) return { CHROMIUM_PATH: installed };
  }
  throw new Error(
    "The browser tests need Chromium, and it could not be installed: install it (on Debian: apt-get install chromium), or name one in CHROMIUM_PATH.",
  );
}

async function findInstalled(): Promise<string | null> {
  const places = [process.env.CHROMIUM_PATH, ...SYSTEM_PLACES].filter((place) => place !== undefined);
  for (const place of places) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return null;
}
