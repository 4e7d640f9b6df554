import { createRandom, type Random } from "./random.ts";
import { type PageSeed, writePage } from "./write-page.ts";
import { AREAS, LANGUAGES, NOUNS, writeCode, writeTitle } from "./write-text.ts";

export type SiteFile = { path: string; bytes: Uint8Array };

/** How large a generated site is. `pages`, `images` and `sources` are counts of files; the navigation file comes on top. */
export type SiteShape = { seed: number; pages: number; images: number; sources: number };

export type Page = PageSeed & { path: string };

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PAGES_PER_FOLDER = 14;
const encoder = new TextEncoder();

/** Settles which pages a site has, before their text: `docs/v3/guides/region-quota/restore-node-412.mdx` and the like. */
export function listPages(shape: SiteShape): Page[] {
  const random = createRandom(shape.seed);
  const folders = Array.from({ length: Math.ceil(shape.pages / PAGES_PER_FOLDER) }, (_, index) => {
    const version = shape.pages > 500 ? `v${1 + (index % 4)}/` : "";
    return `docs/${version}${random.pick(AREAS)}/${random.pick(NOUNS)}-${random.pick(NOUNS)}-${index}`;
  });
  const paths = Array.from({ length: shape.pages }, (_, number) => {
    const folder = folders[Math.floor(number / PAGES_PER_FOLDER)];
    return `${folder}/${random.pick(NOUNS)}-${random.pick(NOUNS)}-${number}.${random.int(1, 10) <= 6 ? "mdx" : "md"}`;
  });
  return paths.map((path, number) => ({
    path,
    number,
    title: writeTitle(random),
    links: Array.from({ length: 4 }, () => toSitePath(paths[random.int(0, paths.length - 1)] ?? path)),
    image: shape.images > 0 && random.int(1, 4) === 1 ? `/${imagePath(random.int(0, shape.images - 1))}` : null,
  }));
}

/** Every file of the site, one after the other; the same shape always gives the same bytes. */
export function* siteFiles(shape: SiteShape): Generator<SiteFile> {
  const random = createRandom(shape.seed + 1);
  const pages = listPages(shape);
  yield { path: "docs/docs.json", bytes: encoder.encode(writeNavigation(pages)) };
  for (const page of pages) yield { path: page.path, bytes: encoder.encode(writePage(random, page)) };
  for (let number = 0; number < shape.images; number += 1) yield { path: imagePath(number), bytes: writeImage(random) };
  for (let number = 0; number < shape.sources; number += 1) yield writeSource(random, number);
}

const toSitePath = (path: string) => path.replace(/^docs/, "").replace(/\.mdx?$/, "");

const imagePath = (number: number) => `static/images/${Math.floor(number / 100)}/screen-${number}.png`;

/** Half are icons of a few kilobytes; screenshots go up to 200 KB. */
function writeImage(random: Random): Uint8Array {
  const size = random.int(0, 1) === 0 ? random.int(1_000, 8_000) : Math.floor(10_000 * 20 ** random.next());
  const bytes = random.bytes(size);
  bytes.set(PNG_SIGNATURE);
  return bytes;
}

function writeSource(random: Random, number: number): SiteFile {
  const { name, ending } = random.pick(LANGUAGES);
  const path = `examples/${name}/${random.pick(NOUNS)}/${Math.floor(number / 40)}/${random.pick(NOUNS)}_${number}.${ending}`;
  return { path, bytes: encoder.encode(`${writeCode(random, random.int(10, 140))}\n`) };
}

function writeNavigation(pages: readonly Page[]): string {
  const byFolder = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  const groups = [...byFolder].map(([folder, members]) => ({
    group: folder.slice(folder.lastIndexOf("/") + 1),
    pages: members.map(({ path }) => toSitePath(path).slice(1)),
  }));
  return `${JSON.stringify({ name: "Generated site", navigation: { groups } }, null, 2)}\n`;
}

/** 20,000 files: 12,000 pages, 3,600 images, the rest code. */
export const LARGE_SITE: SiteShape = { seed: 1, pages: 11_800, images: 3_600, sources: 4_399 };

/** A typical site of a small team, with 25 more files. */
export const SMALL_SITE: SiteShape = { seed: 1, pages: 24, images: 6, sources: 10 };
