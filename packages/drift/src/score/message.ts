import { idf } from "@docsteward/text/lexical/bm25";
import type { CodeChange } from "../change/read-change.ts";
import { readNames } from "../names/read-names.ts";
import type { Corpus } from "../repository/corpus.ts";
import type { EvidenceOf } from "./evidence.ts";

const wordsOf = (text: string) => {
  const words = new Set<string>();
  readNames(text, ({ key }) => {
    for (const part of key.split("-")) if (part.length > 2) words.add(part);
  });
  return words;
};

/** Weighs pages by the words and names of a commit's message. */
export function weighMessage(corpus: Corpus, message: string, of: EvidenceOf): void {
  const all = Math.max(corpus.pages.size, 1);
  const text = message.slice(0, 3_000);
  readNames(text, ({ key, shape }) => {
    if (shape === "word" && !text.includes(`\`${key}`)) return;
    const using = corpus.pagesOf(key);
    if (using.length > all / 3) return;
    for (const path of using) {
      const mention = corpus.pages.get(path)?.names.get(key);
      of(path).message = Math.max(
        of(path).message,
        idf(using.length, all) * ((mention?.definitions ?? 0) > 0 ? 1.5 : 1),
      );
    }
  });
  const subject = wordsOf(text.split("\n")[0] ?? "");
  const weights = [...subject].flatMap((word) => {
    const using = corpus.pagesWithWord(word);
    return using === 0 ? [] : [{ word, termIdf: idf(using, all) }];
  });
  for (const [path, page] of corpus.pages) {
    const title = titleWords(path, page.title);
    let [inTitle, inBody] = [0, 0];
    for (const { word, termIdf } of weights) {
      const times = page.words.get(word) ?? 0;
      if (times > 0) inBody += (termIdf * times) / (times + 2 + page.length / 800);
      if (title.has(word)) inTitle += termIdf;
    }
    if (inBody > 0.3 || inTitle > 0) {
      const found = of(path);
      found.messageTitle = inTitle;
      found.messageBody = inBody;
    }
  }
}

const titles = new Map<string, Set<string>>();

function titleWords(path: string, title: string): Set<string> {
  const key = `${path}\n${title}`;
  let words = titles.get(key);
  if (words === undefined) {
    words = wordsOf(`${path.replace(/\.mdx?$/, "")} ${title}`);
    if (titles.size > 20_000) titles.clear();
    titles.set(key, words);
  }
  return words;
}

/** Weighs pages by their path and title against the paths of the changed files. */
export function weighPaths(corpus: Corpus, change: CodeChange, of: EvidenceOf): void {
  const sources = change.files.filter(({ role }) => role !== "test").slice(0, 60);
  const words = new Map<string, number>();
  for (const { path } of sources) {
    const parts = path
      .replace(/\.\w+$/, "")
      .split("/")
      .slice(-2);
    for (const word of wordsOf(parts.join(" "))) words.set(word, (words.get(word) ?? 0) + 1 / sources.length);
  }
  const titlesWith = new Map<string, number>();
  for (const [path, page] of corpus.pages) {
    for (const word of titleWords(path, page.title))
      if (words.has(word)) titlesWith.set(word, (titlesWith.get(word) ?? 0) + 1);
  }
  for (const [path, page] of corpus.pages) {
    let score = 0;
    for (const word of titleWords(path, page.title)) {
      const share = words.get(word);
      if (share !== undefined) score += idf(titlesWith.get(word) ?? 1, corpus.pages.size) * Math.sqrt(share);
    }
    const isLinked = sources.some((file) => file.path.length > 8 && page.text.includes(file.path));
    if (score > 0) of(path).pathTitle = score;
    if (isLinked) of(path).linked = 1;
  }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const INTERNAL_FIRST = words(
  "chore refactor test ci build style deps revert internal lint typo release bump wip clean cleanup",
);
const INTERNAL = words("refactor cleanup lint flaky internal typo bump test tests nit ci unused benchmark");
const ADDING = words("add adds added introduce implement support supports allow allows enable new expose");
const REMOVING = words("remove removes removed drop drops delete");
const RENAMING = words("rename renames renamed move replace");
const OPTIONS = words(
  "option options flag flags config configuration setting settings parameter parameters argument arguments env default defaults command api hook rule",
);

/** What a message says of its change. */
export function readMessage(message: string) {
  const subject = (message.split("\n")[0] ?? "").slice(0, 500).toLowerCase();
  const said = subject.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const first = said[0] ?? "";
  const text = message.slice(0, 3_000).toLowerCase();
  const says = (known: ReadonlySet<string>) => flag(said.some((word) => known.has(word)));
  return {
    feat: flag(first.startsWith("feat") || first === "enhancement"),
    fix: flag(/^(?:fix|bug|hotfix|perf)/.test(first) || said.some((word) => word.startsWith("fix"))),
    internal: flag(
      INTERNAL_FIRST.has(first) || subject.includes("clean up") || said.some((word) => INTERNAL.has(word)),
    ),
    breaking: flag(text.includes("breaking") || isBreaking(subject)),
    adds: says(ADDING),
    removes: says(REMOVING),
    renames: says(RENAMING),
    deprecates: flag(text.includes("deprecat")),
    options: flag(says(OPTIONS) === 1 || subject.includes(" --")),
    messageLength: Math.log(1 + message.length),
  };
}

const flag = (test: boolean) => (test ? 1 : 0);

/** `feat(cli)!: …` */
function isBreaking(subject: string): boolean {
  const colon = subject.slice(0, 80).indexOf(":");
  return colon > 0 && subject[colon - 1] === "!";
}
