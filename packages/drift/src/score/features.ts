import type { CodeChange, NameChange } from "../change/read-change.ts";
import { readNames } from "../names/read-names.ts";
import type { Corpus } from "../repository/corpus.ts";
import type { Mention } from "../repository/read-page.ts";
import type { Together } from "./together.ts";

/** What speaks for one page, each from 0 up; the names are those of the model. */
export const PAGE_FEATURES = [
  "bm25",
  "gone",
  "goneMax",
  "goneDefined",
  "fewer",
  "fresh",
  "freshDefined",
  "more",
  "edited",
  "editedDefined",
  "around",
  "heading",
  "inTests",
  "value",
  "valueStated",
  "removedPhrases",
  "addedPhrases",
  "message",
  "messageTitle",
  "messageBody",
  "pathTitle",
  "togetherFile",
  "togetherSum",
  "togetherFolder",
  "prior",
  "linked",
  "siblings",
  "fileNames",
  "length",
] as const;

export type PageFeature = (typeof PAGE_FEATURES)[number];

/** What speaks for any page at all. */
export const CHANGE_FEATURES = [
  "lines",
  "files",
  "testShare",
  "dataShare",
  "comments",
  "exports",
  "texts",
  "goneNames",
  "goneDefined",
  "freshNames",
  "freshFlags",
  "freshDefined",
  "editedKnown",
  "values",
  "valuesKnown",
  "documentedFile",
  "documentedMean",
  "documentedFolder",
  "rate",
  "feat",
  "fix",
  "internal",
  "breaking",
  "adds",
  "removes",
  "renames",
  "deprecates",
  "options",
  "messageLength",
  "publicPath",
  "helpTexts",
  "deprecations",
  "newFiles",
  "goneFiles",
  "addedShare",
  "rateOfKind",
  "siblingsNew",
  "pages",
] as const;

export type ChangeFeature = (typeof CHANGE_FEATURES)[number];

/** Everything that a score is made of. */
export type Evidence = {
  pages: Map<string, Record<PageFeature, number>>;
  /** Pages that state what no code has any more, or a value that is another one now: nothing has to be weighed for these. */
  certain: Set<string>;
  change: Record<ChangeFeature, number>;
};

export type EvidenceInput = {
  corpus: Corpus;
  change: CodeChange;
  /** How many more files of code use a name afterwards. */
  difference: ReadonlyMap<string, number>;
  together: Together;
  message: string;
};

const idf = (documents: number, all: number) => Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
const MAX_PAGES_OF_NAME = 400;

/** Weighs every page against a change. */
export function weigh({ corpus, change, difference, together, message }: EvidenceInput): Evidence {
  const all = Math.max(corpus.pages.size, 1);
  const pages = new Map<string, Record<PageFeature, number>>();
  const of = (path: string) => {
    let found = pages.get(path);
    if (found === undefined) {
      found = Object.fromEntries(PAGE_FEATURES.map((name) => [name, 0])) as Record<PageFeature, number>;
      pages.set(path, found);
    }
    return found;
  };
  const certain = new Set<string>();
  const counts = { gone: 0, goneDefined: 0, fresh: 0, freshFlags: 0, freshDefined: 0, edited: 0 };
  const rarityOfCode = (key: string) =>
    idf(corpus.filesWith(key), Math.max(corpus.sourceFiles, 1)) / idf(0, Math.max(corpus.sourceFiles, 1));

  for (const name of change.names.values()) {
    const status = statusOf(name, corpus.filesWith(name.key), difference.get(name.key) ?? 0);
    const using = corpus.pagesOf(name.key);
    if (status === "fresh" && name.addedDefinitions > 0) {
      counts.freshDefined += 1;
      if (name.shape === "flag" || name.shape === "constant") counts.freshFlags += 1;
    }
    if (status === "fresh") counts.fresh += 1;
    if (using.length === 0 || using.length > MAX_PAGES_OF_NAME) continue;
    const rarity = idf(using.length, all);
    const shape = name.shape === "word" ? 0.6 : name.shape === "flag" ? 1.4 : 1;
    const weight = rarity * (0.3 + 0.7 * rarityOfCode(name.key)) * shape;
    if (status === "gone") counts.gone += rarity;
    if (status === "gone" && name.removedDefinitions > 0) counts.goneDefined += rarity;
    if (status === "edited") counts.edited += 1;
    for (const path of using) {
      const page = of(path);
      const mention = corpus.pages.get(path)?.names.get(name.key);
      if (mention === undefined) continue;
      const use =
        (mention.count / (mention.count + 1.2)) * (mention.inCode > 0 ? 1 : 0.6) * (mention.definitions > 0 ? 1.5 : 1);
      const score = weight * use;
      const isChanged = name.removed + name.added > 0;
      if (isChanged) page.bm25 += rarity * ((mention.count * 2.2) / (mention.count + 1.2));
      if (status === "gone" && name.removedDefinitions > 0 && isStated(name, mention)) certain.add(path);
      if (status === "gone") {
        page.gone += score;
        page.goneMax = Math.max(page.goneMax, score);
        if (mention.definitions > 0 || name.removedDefinitions > 0)
          page.goneDefined = Math.max(page.goneDefined, score);
      } else if (status === "fewer") page.fewer += score;
      else if (status === "fresh") {
        page.fresh += score;
        if (mention.definitions > 0) page.freshDefined = Math.max(page.freshDefined, score);
      } else if (status === "more") page.more += score;
      else if (status === "edited") {
        page.edited += score;
        if (mention.definitions > 0 && name.addedDefinitions > 0)
          page.editedDefined = Math.max(page.editedDefined, score);
      }
      if (name.around > 0 && mention.inCode > 0) page.around += score * (mention.definitions > 0 ? 1 : 0.4);
      if (name.headings > 0) page.heading = Math.max(page.heading, score);
      if (name.inTests > 0 && mention.inCode > 0) page.inTests += score;
    }
  }

  let valuesKnown = 0;
  for (const value of change.values) {
    const using = corpus.pagesOf(value.key);
    if (using.length === 0 || using.length > MAX_PAGES_OF_NAME) continue;
    valuesKnown += 1;
    const rarity = idf(using.length, all);
    for (const path of using) {
      const page = of(path);
      const source = corpus.pages.get(path);
      const mention = source?.names.get(value.key);
      if (source === undefined || mention === undefined) continue;
      const score = rarity * (mention.definitions > 0 ? 1.5 : 0.8);
      page.value = Math.max(page.value, score);
      if (!statesValue(source.lines, mention.lines, value.before)) continue;
      page.valueStated = Math.max(page.valueStated, score);
      if (mention.definitions > 0 && using.length <= 5) certain.add(path);
    }
  }

  let siblingsNew = 0;
  for (const { key, beside } of change.siblings) {
    const name = change.names.get(key);
    if (name === undefined || statusOf(name, corpus.filesWith(key), difference.get(key) ?? 0) !== "fresh") continue;
    const best = new Map<string, number>();
    beside.forEach((other, distance) => {
      const using = corpus.pagesOf(other);
      if (using.length > all / 4 + 1) return;
      for (const path of using) {
        const mention = corpus.pages.get(path)?.names.get(other);
        if (mention === undefined || mention.inCode === 0) continue;
        const score = (idf(using.length, all) * (mention.definitions > 0 ? 1 : 0.3)) / (1 + distance / 8);
        best.set(path, Math.max(best.get(path) ?? 0, score));
      }
    });
    if (best.size > 0) siblingsNew += 1;
    for (const [path, score] of best) of(path).siblings += score;
  }
  weighFiles(corpus, change, (path, score) => {
    of(path).fileNames += score;
  });

  weighPhrases(corpus, change.removedPhrases, (path, score) => {
    of(path).removedPhrases += score;
  });
  weighPhrases(corpus, change.addedPhrases, (path, score) => {
    of(path).addedPhrases += score;
  });
  weighMessage(corpus, message, of);
  weighPaths(corpus, change, of);

  const documented: number[] = [];
  const documentedFolder: number[] = [];
  for (const { path } of change.files) {
    const own = together.withFile(path);
    const near = together.withFolder(path);
    documented.push((own.documented + 2 * together.rate) / (own.commits + 2));
    documentedFolder.push((near.documented + 2 * together.rate) / (near.commits + 2));
    for (const [page, count] of own.pages) {
      if (!corpus.pages.has(page)) continue;
      const share = count / (own.commits + 2);
      const found = of(page);
      found.togetherFile = Math.max(found.togetherFile, share);
      found.togetherSum += share;
    }
    for (const [page, count] of near.pages) {
      if (!corpus.pages.has(page)) continue;
      const found = of(page);
      found.togetherFolder = Math.max(found.togetherFolder, count / (near.commits + 3));
    }
  }
  for (const [path, page] of pages) {
    page.prior = together.prior(path);
    page.length = Math.log(1 + (corpus.pages.get(path)?.length ?? 0));
  }

  const total = Math.max(change.lines, 1);
  const share = (role: "test" | "data") =>
    change.files.filter((file) => file.role === role).length / Math.max(change.files.length, 1);
  const says = readMessage(message);
  return {
    pages,
    certain,
    change: {
      lines: Math.log(1 + change.lines),
      files: Math.log(1 + change.files.length),
      testShare: share("test"),
      dataShare: share("data"),
      comments: change.comments / total,
      exports: Math.log(1 + change.exports),
      texts: Math.log(1 + change.texts),
      goneNames: Math.log(1 + counts.gone),
      goneDefined: Math.log(1 + counts.goneDefined),
      freshNames: Math.log(1 + counts.fresh),
      freshFlags: Math.log(1 + counts.freshFlags),
      freshDefined: Math.log(1 + counts.freshDefined),
      editedKnown: Math.log(1 + counts.edited),
      values: Math.log(1 + change.values.length),
      valuesKnown: Math.log(1 + valuesKnown),
      documentedFile: Math.max(0, ...documented),
      documentedMean: documented.reduce((sum, one) => sum + one, 0) / Math.max(documented.length, 1),
      documentedFolder: Math.max(0, ...documentedFolder),
      rate: together.rate,
      ...says,
      publicPath: change.files.some(({ path, role }) => role !== "test" && PUBLIC_PATH.test(path)) ? 1 : 0,
      helpTexts: Math.log(1 + change.helpTexts),
      deprecations: Math.log(1 + change.deprecations),
      newFiles: Math.log(
        1 + change.files.filter(({ role, removed, isNew }) => isNew && removed === 0 && role !== "test").length,
      ),
      goneFiles: Math.log(1 + change.files.filter(({ role, isGone }) => isGone && role !== "test").length),
      addedShare:
        change.files.reduce((sum, file) => sum + file.added, 0) /
        Math.max(
          change.files.reduce((sum, file) => sum + file.added + file.removed, 0),
          1,
        ),
      rateOfKind: together.rateOf(message),
      siblingsNew: Math.log(1 + siblingsNew),
      pages: Math.log(all),
    },
  };
}

/** Whether a page means this name: single words have to be defined on it. */
const isStated = ({ shape }: NameChange, { inCode, definitions }: Mention) =>
  inCode > 0 && (shape !== "word" || definitions > 0);

export type NameStatus = "gone" | "fewer" | "fresh" | "more" | "edited" | "around";

/** @param before files of code that use the name before; `difference` how many more afterwards */
export function statusOf({ removed, added }: NameChange, before: number, difference: number): NameStatus {
  if (removed + added === 0) return "around";
  if (before > 0 && before + difference <= 0) return "gone";
  if (before === 0 && difference > 0) return "fresh";
  if (removed > 0 && added === 0) return "fewer";
  if (added > 0 && removed === 0) return "more";
  return "edited";
}

function statesValue(all: readonly string[], lines: readonly number[], value: string): boolean {
  if (value === "" || value.length > 60) return false;
  return lines.some((line) =>
    all.slice(line - 1, line + 4).some((one) => {
      const at = one.indexOf(value);
      if (at < 0) return false;
      const [before, after] = [one[at - 1] ?? " ", one[at + value.length] ?? " "];
      return !/[\w]/.test(before) && !/[\w]/.test(after);
    }),
  );
}

function weighPhrases(
  corpus: Corpus,
  phrases: ReadonlySet<number>,
  onScore: (path: string, score: number) => void,
): void {
  for (const hash of phrases) {
    const using = corpus.pagesWithPhrase(hash);
    if (using.length > 0 && using.length <= 6) for (const path of using) onScore(path, 1 / using.length);
  }
}

const MAX_FILES = 30;

/** Pages that define names which the changed files hold, wherever in them: a page on the options of a file is about that file. */
function weighFiles(corpus: Corpus, change: CodeChange, onScore: (path: string, score: number) => void): void {
  const sources = change.files.filter(({ role }) => role !== "test").slice(0, MAX_FILES);
  for (const { path } of sources) {
    const scores = new Map<string, number>();
    for (const key of corpus.namesIn(path)) {
      const using = corpus.pagesOf(key);
      if (using.length === 0 || using.length > 4 || corpus.filesWith(key) > 6) continue;
      for (const page of using) {
        const mention = corpus.pages.get(page)?.names.get(key);
        if (mention === undefined || mention.inCode === 0) continue;
        const score = (mention.definitions > 0 ? 1 : 0.3) / (using.length * Math.sqrt(corpus.filesWith(key)));
        scores.set(page, (scores.get(page) ?? 0) + score);
      }
    }
    for (const [page, score] of scores) onScore(page, Math.log(1 + score));
  }
}

const wordsOf = (text: string) => {
  const words = new Set<string>();
  readNames(text, ({ key }) => {
    for (const part of key.split("-")) if (part.length > 2) words.add(part);
  });
  return words;
};

function weighMessage(corpus: Corpus, message: string, of: (path: string) => Record<PageFeature, number>): void {
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
    return using === 0 ? [] : [{ word, rarity: idf(using, all) }];
  });
  for (const [path, page] of corpus.pages) {
    const title = titleWords(path, page.title);
    let [inTitle, inBody] = [0, 0];
    for (const { word, rarity } of weights) {
      const times = page.words.get(word) ?? 0;
      if (times > 0) inBody += (rarity * times) / (times + 2 + page.length / 800);
      if (title.has(word)) inTitle += rarity;
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

function weighPaths(corpus: Corpus, change: CodeChange, of: (path: string) => Record<PageFeature, number>): void {
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

const PUBLIC_PATH =
  /(?:^|[/._-])(?:cli|config\w*|options?|settings?|flags?|args?|schema|api|commands?|cmd|types|defaults?|public|plugins?|rules?|params?)(?:[/._-]|$)/i;

function readMessage(message: string) {
  const subject = (message.split("\n")[0] ?? "").toLowerCase();
  const text = message.slice(0, 3_000).toLowerCase();
  const flag = (test: boolean) => (test ? 1 : 0);
  return {
    feat: flag(/^(?:\[?feat|feature|✨|enhancement)/.test(subject)),
    fix: flag(/^(?:\[?fix|bug|hotfix|perf)/.test(subject) || /\bfix(?:es|ed)?\b/.test(subject)),
    internal: flag(
      /^(?:\[?(?:chore|refactor|test|ci|build|style|deps|revert|internal|lint|typo|release|bump|wip|clean|cleanup)\b)/.test(
        subject,
      ) ||
        /\b(?:refactor|cleanup|clean up|lint|flaky|internal|typo|bump|tests?|rename variable|nit|ci|unused|benchmark)\b/.test(
          subject,
        ),
    ),
    breaking: flag(/\bbreaking\b|^[a-z]+(?:\([^)]{0,60}\))?!:/.test(text)),
    adds: flag(
      /\b(?:add|adds|added|introduce|implement|support|supports|allow|allows|enable|new|expose)\b/.test(subject),
    ),
    removes: flag(/\b(?:remove|removes|removed|drop|drops|delete)\b/.test(subject)),
    renames: flag(/\b(?:rename|renames|renamed|move|replace)\b/.test(subject)),
    deprecates: flag(/\bdeprecat/.test(text)),
    options: flag(
      /--[a-z]|\b(?:options?|flags?|config|configuration|settings?|parameters?|arguments?|env(?:ironment)? var\w*|defaults?|command|api|hook|rule)\b/.test(
        subject,
      ),
    ),
    messageLength: Math.log(1 + message.length),
  };
}
