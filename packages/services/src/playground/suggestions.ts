import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { ServiceContext } from "../context.ts";
import { GAP_TURNS } from "../gap/gap-turns.ts";
import { PLAYGROUND_READER } from "./reader-of.ts";

/** A question to begin with: what a reader asked, or the title of a page that many others lead to. */
export type Suggestion = { kind: "asked" | "unanswered" | "page"; label: string; question: string };

const OF_EACH = 2;
const MAX = 6;
const MAX_CHARACTERS = 120;

/** Questions of the site's own: what readers asked lately, what was not answered, and its pages that others lead to most. */
export async function suggestQuestions(ctx: ServiceContext, pages: readonly IndexedPage[]): Promise<Suggestion[]> {
  const [answered, unanswered] = await Promise.all([
    findAsked(ctx, { category: "answered", OR: [{ rating: null }, { rating: "up" }] }),
    findAsked(ctx, GAP_TURNS),
  ]);
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

async function findAsked({ db, project }: ServiceContext, where: object): Promise<string[]> {
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
