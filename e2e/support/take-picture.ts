import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { marked } from "marked";

/** Where `pnpm pictures` wants the pictures that the documentation shows; without it none are taken. */
const folder = process.env.PICTURES;

/** Takes the picture of the documentation with this name, of the window as it is open, from its top. */
export async function takePicture(page: Page, name: "job" | "playground" | "keys"): Promise<void> {
  if (!folder) return;
  // What still loads, and what a notice covers, belongs in no picture.
  await expect(page.locator("[class*=animate-pulse]")).toHaveCount(0);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Takes pictures, light and dark, of a pull request's title and description as a Git host shows them. */
export async function takeDescription(
  page: Page,
  prLink: string | null,
  name: "pull-request-edit" | "pull-request-warning" | "pull-request-follow-up",
): Promise<void> {
  if (!folder || prLink === null) return;
  const { origin, pathname } = new URL(prLink);
  const [, org, domain, , number] = pathname.split("/");
  const input = JSON.stringify({ org, domain, number: Number(number) });
  const answer = await page.request.get(`${origin}/api/trpc/pullRequest.get`, { params: { input } });
  const { result }: { result: { data: { title: string; body: string } } } = await answer.json();
  const { title, body } = result.data;
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 800, height: 600 });
  await sheet.setContent(`<style>${STYLE}</style><main><h1></h1><article>${await marked.parse(body)}</article></main>`);
  await sheet.locator("h1").evaluate((heading, text) => heading.append(text), `${title} #${number}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await sheet.emulateMedia({ colorScheme });
    await sheet.locator("main").screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await sheet.close();
}

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#d1d9e0, #3d444d); --dim: light-dark(#59636e, #9198a1); }
  body { margin: 0; }
  main {
    padding: 24px; font: 15px/1.5 system-ui, sans-serif;
    color: light-dark(#1f2328, #f0f6fc); background: light-dark(#ffffff, #0d1117);
  }
  h1 { margin: 0 0 16px; font-size: 24px; font-weight: 500; line-height: 1.25; }
  article { padding: 16px; border: 1px solid var(--line); border-radius: 6px; }
  article > :first-child { margin-top: 0; }
  article > :last-child { margin-bottom: 0; }
  h2 { margin: 24px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--line); font-size: 20px; }
  h3 { margin: 20px 0 8px; font-size: 17px; }
  p, ul, details { margin: 0 0 12px; }
  ul { padding-left: 28px; }
  a { color: light-dark(#0969da, #4493f8); text-decoration: none; }
  code {
    padding: 2px 5px; border-radius: 6px; font: 85% ui-monospace, monospace;
    background: light-dark(#818b981f, #656c7633);
  }
  summary { cursor: pointer; }
  blockquote { margin: 0 0 12px; padding: 0 14px; border-left: 4px solid var(--line); color: var(--dim); }
`;
