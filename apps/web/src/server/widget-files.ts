import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Holds the widget's files inside a build of the web app. */
export const WIDGET_FOLDER = "widget";

const NAMES = ["widget.js", "widget-app.js"] as const;
/** A file that websites load. */
type WidgetFile = (typeof NAMES)[number];

type Stored = { text: string; version: string };

// Routes are bundled apart from `main.ts`: what both share is a global.
const KEY = Symbol.for("docsteward.web.widget");
const held = globalThis as { [KEY]?: Record<WidgetFile, Stored> };

/** Keeps the widget's files in memory, before the first request. */
export async function provideWidget(folder: string): Promise<void> {
  const [loader, app] = await Promise.all(NAMES.map((name) => load(join(folder, name))));
  if (loader && app) held[KEY] = { "widget.js": loader, "widget-app.js": app };
}

async function load(file: string): Promise<Stored> {
  const text = await readFile(file, "utf8");
  const version = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { text, version };
}

const MINUTES_SECONDS = 300;
const YEAR_SECONDS = 31_536_000;

/** Answers with one of the widget's files, which pages of every website may load. */
export function widgetResponse(request: Request, name: WidgetFile): Response {
  const file = held[KEY]?.[name];
  if (!file) throw new Error("The widget's files were not loaded");
  const isNamed = new URL(request.url).searchParams.get("v") === file.version;
  const headers = {
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": isNamed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${MINUTES_SECONDS}`,
    "Content-Type": "text/javascript; charset=utf-8",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: `"${file.version}"`,
    "X-Content-Type-Options": "nosniff",
  };
  if (request.headers.get("if-none-match") === headers.ETag) return new Response(null, { status: 304, headers });
  return new Response(file.text, { headers });
}
