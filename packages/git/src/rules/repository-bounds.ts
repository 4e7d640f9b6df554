import { GitError } from "../error.ts";

/** What of a repository is read at most, so that none costs more than a large site does: git can make a million files of ten objects. */
export type RepositoryBounds = {
  /** Files and folders of a commit. */
  maxFiles: number;
  /** Pages and navigation files of a site. */
  maxPages: number;
  /** Text of all pages that one job or run reads, and what one fetch brings. */
  maxBytes: number;
  /** A page or navigation file, and so a line of one. At most 1,000,000: longer texts are not parsed. */
  maxPageBytes: number;
  /** Folders that a page may lie below. Each costs every page below it, so deep trees cost the square of their depth. */
  maxDepth: number;
};

/** A site of 60,000 files and 15,000 pages has room in these. */
export const DEFAULT_BOUNDS: RepositoryBounds = {
  maxFiles: 200_000,
  maxPages: 50_000,
  maxBytes: 1_000_000_000,
  maxPageBytes: 1_000_000,
  maxDepth: 40,
};

export const MAX_PATH_BYTES = 1_024;

const count = (value: number) => value.toLocaleString("en");

/** @param folder the docs path where the files below it are counted, `""` for the whole repository */
export function tooManyFiles({ maxFiles }: RepositoryBounds, folder = ""): GitError {
  const advice =
    folder === "" ? "Move the documentation to a smaller repository" : "Point the project at a smaller folder";
  const place = folder === "" ? "" : ` under ${folder}/`;
  return tooLarge(
    `The repository has more than ${count(maxFiles)} files and folders${place}. ${advice}, or raise MAX_REPOSITORY_FILES.`,
  );
}

export function tooManyPages({ maxPages }: RepositoryBounds, folder: string): GitError {
  const place = folder === "" ? "" : ` under ${folder}/`;
  return tooLarge(
    `The repository has more than ${count(maxPages)} pages and navigation files${place}. Point the project at a smaller folder, or raise MAX_SITE_PAGES.`,
  );
}

export function tooMuchText({ maxBytes }: RepositoryBounds): GitError {
  return tooLarge(
    `The pages have more than ${count(maxBytes / 1_000_000)} MB of text. Point the project at a smaller folder, or raise MAX_REPOSITORY_MB.`,
  );
}

export function tooMuchToFetch({ maxBytes }: RepositoryBounds): GitError {
  return tooLarge(
    `The repository sends more than ${count(maxBytes / 1_000_000)} MB in one fetch. Remove large files from its pages, or raise MAX_REPOSITORY_MB.`,
  );
}

export const tooManyRefs = () => tooLarge("The repository has too many branches and tags. Delete unused ones.");

const tooLarge = (sentence: string) => new GitError("repository_too_large", sentence);

/** A page that is not read, and why, as the end of a sentence: "is larger than 1 MB". */
export type LeftOut = { path: string; reason: string };

/** Why a page is not read because of where it lies; null when it may be. */
export function refuseDepth(path: string, { maxDepth }: RepositoryBounds): string | null {
  if (path.length * 3 > MAX_PATH_BYTES && Buffer.byteLength(path) > MAX_PATH_BYTES) {
    return `has a path longer than ${count(MAX_PATH_BYTES)} bytes`;
  }
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) depth += 1;
  return depth > maxDepth ? `is nested ${depth} folders deep; the limit is ${maxDepth}` : null;
}

/** Why a page is not read because of its size. */
export const tooLargePage = ({ maxPageBytes }: RepositoryBounds) => `is larger than ${count(maxPageBytes / 1_000)} kB`;
