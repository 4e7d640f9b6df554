import { isPageFile } from "@docsteward/contract/docs-files";
import type { LinkKind } from "./page.ts";

const ASSET_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|pdf|zip|t?gz|json|ya?ml|toml|xml|txt|csv|css|scss|m?[jt]sx?|cjs|vue|py|rb|go|rs|java|sh|ipynb|woff2?|ttf|wasm)$/i;

/** Tells where a link goes by its address alone: off the site, to an anchor of its page, to a file that is no page, or to a page. */
export function linkKind(url: string): LinkKind {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return "external";
  if (url.startsWith("#")) return "anchor";
  const path = pathOf(url);
  return ASSET_ENDING.test(path) && !isPageFile(path) ? "asset" : "internal";
}

/** An address without its query and its anchor. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
