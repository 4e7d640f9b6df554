import type { SearchFilter, SearchResult } from "@docsteward/contract/site-search";
import type { OutcomeData, UiChunk } from "@docsteward/contract/ui-chunk";
import type { ProjectContext } from "@docsteward/services/context";
import { searchSite } from "@docsteward/services/site/search";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { createCommand } from "../command.ts";
import { parseCount, parseFilter } from "../options.ts";
import { print, printJson, printMessage, stripControlCharacters, toExcerpt, write } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { thread?: string; filter: SearchFilter; currentPath?: string; json?: true };
type Source = Extract<UiChunk, { type: "data-source" }>["data"];

/** Whose threads those of the command line are. */
const FP = "command-line";
const LEFT = 130;

/** `docsteward ask`: what a reader who asks this is answered. */
export const ask = createCommand(
  "ask",
  "Ask the assistant of a site",
  `docsteward ask acme-docs "how do I rotate a key?"`,
)
  .argument("<project>", "project domain")
  .argument("<question>", "the question")
  .option("--thread <id>", "thread to continue, from an earlier answer")
  .option(
    "--filter <name=value>",
    "only pages with this version, language, tag, groups or path (repeatable)",
    parseFilter,
    {},
  )
  .option("--current-path <path>", "page the reader is on; nearby pages rank higher")
  .option("--json", "print one JSON object when the answer is complete")
  .action((domain: string, question: string, options: Options) =>
    withProject({ domain }, (ctx) => answer(ctx, question, options)),
  );

async function answer(ctx: ProjectContext, question: string, options: Options): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  try {
    const { thread, filter, currentPath, json } = options;
    const messages = [{ role: "user" as const, content: question }];
    const { signal } = leaving;
    const opened = await answerQuestion(ctx, { fp: FP, messages, threadId: thread, filter, currentPath, signal });
    const { text, sources, category } = await read(
      opened.chunks,
      json ? () => undefined : (said) => write(stripControlCharacters(said)),
    );
    if (leaving.signal.aborted) {
      process.exitCode = LEFT;
      return;
    }
    const { threadId, messageId } = opened;
    if (json) return printJson({ threadId, messageId, category, answer: text, sources });
    print("");
    if (sources.length > 0) print(`\n${sources.map(toLine).join("\n")}`);
    printMessage(`\nThread ${threadId}. To continue, use --thread ${threadId}.`);
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
    process.exitCode = LEFT;
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave);
  }
}

/** Reads an answer to its end. @throws Error with the sentence that it failed with */
async function read(chunks: AsyncIterable<UiChunk>, onText: (text: string) => void) {
  const sources = new Map<number, Source>();
  let text = "";
  let category: OutcomeData["category"] | null = null;
  for await (const chunk of chunks) {
    if (chunk.type === "error") throw new Error(chunk.errorText);
    // A page that is cited by a second section comes again.
    if (chunk.type === "data-source") sources.set(chunk.data.number, chunk.data);
    if (chunk.type === "data-outcome") category = chunk.data.category;
    if (chunk.type === "text-delta") {
      text += chunk.delta;
      onText(chunk.delta);
    }
  }
  return { text: text.trim(), sources: [...sources.values()], category };
}

function toLine({ number, title, heading, url, updatedAt }: Source): string {
  const name = heading === null || heading === title ? title : `${title} › ${heading}`;
  return `[${number}] ${stripControlCharacters(name)}  ${url}${updatedAt === null ? "" : `  (changed ${updatedAt.slice(0, 10)})`}`;
}

type SearchOptions = { limit: number; filter: SearchFilter; currentPath?: string; json?: true };

const EXCERPT_CHARACTERS = 160;

/** `docsteward search`: what a reader's question finds. */
export const search = createCommand(
  "search",
  "Search the pages of a site",
  `docsteward search acme-docs "how do I rotate a key?" --filter version=2 --limit 5`,
)
  .argument("<project>", "project domain")
  .argument("<query>", "the question")
  .option("--limit <count>", "maximum number of pages, 1 to 50", parseCount(50), 10)
  .option(
    "--filter <name=value>",
    "only pages with this version, language, tag, groups or path (repeatable)",
    parseFilter,
    {},
  )
  .option("--current-path <path>", "page the reader is on; nearby pages rank higher")
  .option("--json", "print a JSON array")
  .action((domain: string, query: string, { limit: pageSize, filter, currentPath, json }: SearchOptions) =>
    withProject({ domain }, async (ctx) => {
      const results = await searchSite(ctx, { query, pageSize, filter, currentPath });
      if (json) return printJson(results);
      if (results.length === 0) return printMessage("No results.");
      print(results.map(toLines).join("\n\n"));
    }),
  );

function toLines({ content, metadata }: SearchResult, index: number): string {
  const { title, heading, url } = metadata;
  const name = heading === null || heading === title ? title : `${title} › ${heading}`;
  const excerpt = toExcerpt(content, { characters: EXCERPT_CHARACTERS });
  return `${index + 1}. ${name}  ${url}\n   ${excerpt}`;
}
