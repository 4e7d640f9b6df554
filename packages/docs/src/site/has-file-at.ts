import type { Site } from "./site.ts";

const ENDINGS = [
  "",
  ".tsx",
  ".jsx",
  ".ts",
  ".js",
  ".vue",
  ".astro",
  ".html",
  ".ipynb",
  "/index.tsx",
  "/index.jsx",
  "/index.js",
  "/page.tsx",
  "/page.jsx",
];

/** Whether a file of another kind lies at a path without ending: a page written as code, a notebook, a file without ending. */
export function hasFileAt(site: Pick<Site, "otherFiles">, stem: string): boolean {
  return ENDINGS.some((ending) => site.otherFiles.has(stem + ending));
}
