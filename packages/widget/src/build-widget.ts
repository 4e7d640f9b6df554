import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** The most that each file may weigh, gzipped. Every page of a website pays for the first, and readers who ask for the second. */
export const WIDGET_BUDGETS = { "widget.js": 3_000, "widget-app.js": 35_000 } as const;
/** A file of the widget, by the name that websites load it by. */
export type WidgetFile = keyof typeof WIDGET_BUDGETS;

/**
 * Bundles the widget into a folder, which is made if it is missing.
 *
 * @returns the gzipped size of each file in bytes
 * @throws Error when a file is over its budget
 */
export async function buildWidget(folder: string): Promise<Record<WidgetFile, number>> {
  await mkdir(folder, { recursive: true });
  const app = await bundle({ entry: "app.tsx", format: "es" });
  const version = createHash("sha256").update(app).digest("hex").slice(0, 12);
  // A plain script: a module does not know the tag that loaded it.
  const loader = await bundle({
    ...{ entry: "script.ts", format: "iife" },
    define: { APP_FILE: JSON.stringify(`widget-app.js?v=${version}`) },
  });
  return {
    "widget.js": await write(folder, "widget.js", loader),
    "widget-app.js": await write(folder, "widget-app.js", app),
  };
}

type Source = { entry: string; format: "es" | "iife"; define?: Record<string, string> };

async function bundle({ entry, format, define }: Source): Promise<string> {
  const made = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: "browser",
    transform: { jsx: { runtime: "automatic", importSource: "preact" }, target: "es2022", define },
    logLevel: "silent",
  });
  const { output } = await made.generate({ format, minify: true });
  await made.close();
  return output[0].code;
}

async function write(folder: string, name: WidgetFile, code: string): Promise<number> {
  const bytes = gzipSync(code).length;
  const budget = WIDGET_BUDGETS[name];
  if (bytes > budget) throw new Error(`${name} has ${bytes} bytes, compressed. Its budget is ${budget}.`);
  await writeFile(join(folder, name), code);
  return bytes;
}
