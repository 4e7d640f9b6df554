import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { inTransaction, type ProjectContext } from "./context.ts";
import { addKey } from "./key/create.ts";
import { listModelNames } from "./model-provider/settings.ts";
import { getIndexState, type IndexState } from "./site/index-state.ts";
import { PLAYGROUND_READER, POORLY_ANSWERED, playgroundFp } from "./thread/reader.ts";

/** Initial data of the playground page for one person. */
export type Playground = {
  /** The `fp` to ask with in this person's name. */
  fp: string;
  index: IndexState;
  facets: SiteFacets;
  suggestions: Suggestion[];
  /** What answers: `offline` quotes. */
  model: string;
};

/** The initial data of a site's playground. Also available before the site has an index. */
export async function getPlayground(ctx: ProjectContext): Promise<Playground> {
  const [index, site, models] = await Promise.all([
    getIndexState(ctx),
    ctx.sites.open(ctx.project.id),
    listModelNames(ctx),
  ]);
  const pages = site ? [...site.retriever.pages()] : [];
  return {
    fp: playgroundFp(ctx),
    index,
    facets: siteFacets(pages),
    suggestions: await suggestQuestions(ctx, pages),
    model: models.defaultName,
  };
}

/** A temporary assistant key of one person. `token` is shown only here; `expiresAt` is ISO 8601. */
export type PlaygroundKey = { token: string; keyId: string; expiresAt: string };

const LIFETIME_MS = 3_600_000;

/**
 * Makes an assistant key that the dashboard's own page calls the public interface with, for an hour.
 *
 * No website is listed on it, so that browsers let only the service's own pages use it. Its calls count like those of every key.
 *
 * @throws AppError `rate_limited` when this person has had enough of them made in the last hour
 */
export async function createPlaygroundKey(ctx: ProjectContext): Promise<PlaygroundKey> {
  const { actor } = ctx;
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const { token, key } = await inTransaction(ctx, (within) =>
    addKey(within, {
      projectId: ctx.project.id,
      kind: "assistant",
      name: actor.kind === "user" ? `Playground of ${actor.name}`.slice(0, 100) : "Playground",
      isPlayground: true,
      createdAt,
      expiresAt,
    }),
  );
  return { token, keyId: key.id, expiresAt: expiresAt.toISOString() };
}

/** The filters of a site's pages, each with all values in use. */
export type SiteFacets = { versions: string[]; languages: string[]; tags: string[]; groups: string[] };

/** The values that a filter may take on a site, sorted as people would. */
function siteFacets(pages: Iterable<IndexedPage>): SiteFacets {
  const found = {
    versions: new Set<string>(),
    languages: new Set<string>(),
    tags: new Set<string>(),
    groups: new Set<string>(),
  };
  for (const { version, language, tags, groups } of pages) {
    if (version !== null) found.versions.add(version);
    if (language !== null) found.languages.add(language);
    for (const tag of tags) found.tags.add(tag);
    for (const group of groups) found.groups.add(group);
  }
  const sorted = (values: Set<string>) => [...values].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return {
    versions: sorted(found.versions),
    languages: sorted(found.languages),
    tags: sorted(found.tags),
    groups: sorted(found.groups),
  };
}

type PageChoice = { path: string; title: string };

/** Pages of the site whose path or title holds some words, the shortest path first; none before there is an index. */
export async function searchPages(
  ctx: ProjectContext,
  { search, limit = 20 }: { search: string; limit?: number },
): Promise<PageChoice[]> {
  const site = await ctx.sites.open(ctx.project.id);
  const words = search.trim().toLowerCase().split(/\s+/);
  const fits = ({ path, title }: PageChoice) => {
    const text = `${path} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [...(site?.retriever.pages() ?? [])]
    .filter(fits)
    .sort((a, b) => a.path.length - b.path.length || a.path.localeCompare(b.path))
    .slice(0, limit)
    .map(({ path, title }) => ({ path, title }));
}

/** A question to begin with: what a reader asked, or the title of a page that many others lead to. */
export type Suggestion = { kind: "asked" | "unanswered" | "page"; label: string; question: string };

const OF_EACH = 2;
const MAX = 6;
const MAX_CHARACTERS = 120;

/** Questions of the site's own: what readers asked lately, what was not answered, and its pages that others lead to most. */
async function suggestQuestions(ctx: ProjectContext, pages: readonly IndexedPage[]): Promise<Suggestion[]> {
  const [answered, poor] = await Promise.all([
    findAsked(ctx, { category: "answered", OR: [{ rating: null }, { rating: "up" }] }),
    findAsked(ctx, POORLY_ANSWERED),
  ]);
  // The same question may have been answered well and poorly.
  const unanswered = poor.filter((question) => !answered.includes(question));
  const asked = [
    ...answered.map((question) => ({ kind: "asked" as const, label: question, question })),
    ...unanswered.map((question) => ({ kind: "unanswered" as const, label: question, question })),
  ];
  const titles = mostLinked(pages).map(({ title }) => ({
    kind: "page" as const,
    label: title,
    question: askAbout(title),
  }));
  return [...asked, ...titles].slice(0, MAX);
}

async function findAsked({ db, project }: ProjectContext, where: object): Promise<string[]> {
  const turns = await db.threadTurn.findMany({
    where: {
      AND: [where, { thread: { fp: { not: { startsWith: PLAYGROUND_READER } } } }],
      projectId: project.id,
      status: "done",
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 20,
    select: { question: true },
  });
  const fitting = turns
    .map(({ question }) => question.trim())
    .filter((text) => text !== "" && text.length <= MAX_CHARACTERS);
  return [...new Set(fitting)].slice(0, OF_EACH);
}

function mostLinked(pages: readonly IndexedPage[]): IndexedPage[] {
  const counts = new Map<string, number>();
  for (const { links } of pages) for (const { file } of links) counts.set(file, (counts.get(file) ?? 0) + 1);
  const of = ({ file }: IndexedPage) => counts.get(file) ?? 0;
  return [...pages]
    .filter(({ path, title }) => path !== "/" && title.length <= MAX_CHARACTERS)
    .sort((a, b) => of(b) - of(a) || a.path.localeCompare(b.path))
    .slice(0, MAX);
}

function askAbout(title: string): string {
  return title.endsWith("?") ? title : `What does the documentation say about ${title}?`;
}
