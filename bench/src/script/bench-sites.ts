import type { SiteShape } from "../repository/site-files.ts";

/** 20,000 files: 12,000 pages, 3,600 images, the rest code. */
export const LARGE_SITE: SiteShape = { seed: 1, pages: 11_800, images: 3_600, sources: 4_399 };

/** A typical site of a small team, with 25 more files. */
export const SMALL_SITE: SiteShape = { seed: 1, pages: 24, images: 6, sources: 10 };
