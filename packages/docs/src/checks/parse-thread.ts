import { parentPort } from "node:worker_threads";
import type { Page } from "../page/page.ts";
import { type ParseOptions, parsePage } from "../page/parse-page.ts";

/** Pages to parse. */
export type PagesToParse = { path: string; text: string; options: ParseOptions }[];

// The entry of a thread that parses pages for the one that checks them.
parentPort?.on("message", (given: PagesToParse) => {
  const pages: Page[] = given.map(({ path, text, options }) => parsePage(path, text, options));
  parentPort?.postMessage(pages);
});
