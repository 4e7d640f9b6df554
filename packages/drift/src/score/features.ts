import { idf } from "@docsteward/text/lexical/bm25";
import type { CodeChange, NameChange } from "../change/read-change.ts";
import { readVersions } from "../change/read-facts.ts";
import type { Corpus } from "../repository/corpus.ts";
import type { Mention } from "../repository/read-page.ts";
import { type Evidence, type EvidenceOf, PAGE_FEATURES, type PageEvidence } from "./evidence.ts";
import { readMessage, weighMessage, weighPaths } from "./message.ts";
import type { Listing } from "./siblings.ts";
import type { Together } from "./together.ts";

export type EvidenceInput = {
  corpus: Corpus;
  change: CodeChange;
  /** How many more files of code use a name afterwards. */
  difference: ReadonlyMap<string, number>;
  together: Together;
  message: string;
  /** Pages that list the siblings of names that the change adds. */
  listings: ReadonlyMap<string, Listing>;
};

const MAX_PAGES_OF_NAME = 400;

/** Weighs every page against a change. */
export function weigh({ corpus, change, difference, together, message, listings }: EvidenceInput): Evidence {
  const all = Math.max(corpus.pages.size, 1);
  const pages = new Map<string, PageEvidence>();
  const of = (path: string) => {
    let found = pages.get(path);
    if (found === undefined) {
      found = Object.fromEntries(PAGE_FEATURES.map((name) => [name, 0])) as PageEvidence;
      pages.set(path, found);
    }
    return found;
  };
  const certain = new Set<string>();
  const counts = { gone: 0, goneDefined: 0, fresh: 0, freshFlags: 0, freshDefined: 0, edited: 0 };
  const idfOfCode = (key: string) =>
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
    const termIdf = idf(using.length, all);
    const shape = name.shape === "word" ? 0.6 : name.shape === "flag" ? 1.4 : 1;
    const weight = termIdf * (0.3 + 0.7 * idfOfCode(name.key)) * shape;
    if (status === "gone") counts.gone += termIdf;
    if (status === "gone" && name.removedDefinitions > 0) counts.goneDefined += termIdf;
    if (status === "edited") counts.edited += 1;
    for (const path of using) {
      const page = of(path);
      const mention = corpus.pages.get(path)?.names.get(name.key);
      if (mention === undefined) continue;
      const use =
        (mention.count / (mention.count + 1.2)) * (mention.inCode > 0 ? 1 : 0.6) * (mention.definitions > 0 ? 1.5 : 1);
      const score = weight * use;
      const isChanged = name.removed + name.added > 0;
      if (isChanged) page.bm25 += termIdf * ((mention.count * 2.2) / (mention.count + 1.2));
      if (status === "gone" && name.removedDefinitions > 0 && isStated(name, mention)) certain.add(path);
      if (name.removedDefinitions > 0 && name.addedDefinitions === 0 && mention.definitions > 0)
        page.lostDefined = Math.max(page.lostDefined, score);
      if (change.renames.has(name.key) && name.removed > name.added && mention.inCode > 0)
        page.renamed = Math.max(page.renamed, score);
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
    const termIdf = idf(using.length, all);
    for (const path of using) {
      const page = of(path);
      const source = corpus.pages.get(path);
      const mention = source?.names.get(value.key);
      if (source === undefined || mention === undefined) continue;
      const score = termIdf * (mention.definitions > 0 ? 1.5 : 0.8);
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
  weighPhrases(corpus, change.removedPhrases.difference(change.addedPhrases), (path, score) => {
    of(path).gonePhrases += score;
  });
  for (const [path, { share, listed }] of listings) {
    of(path).listing = share * Math.log1p(listed);
    of(path).listingShare = share;
  }
  weighFacts(corpus, change, of);
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
      publicPath: change.files.some(({ path, role }) => role !== "test" && isPublicPath(path)) ? 1 : 0,
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

const MAX_PAGES_OF_FACT = 6;

/** Pages that state a text in quotes, or a version, that the change takes out. */
function weighFacts(corpus: Corpus, { goneLiterals, goneVersions }: CodeChange, of: EvidenceOf): void {
  const facts = [...goneLiterals].slice(0, MAX_FACTS);
  const pages = facts.length + goneVersions.size === 0 ? [] : [...corpus.pages];
  const stating = new Map(facts.map((fact) => [fact, [] as string[]]));
  for (const [path, page] of pages) {
    for (const [fact, found] of stating)
      if (found.length <= MAX_PAGES_OF_FACT && states(page.text, fact)) found.push(path);
    if (goneVersions.size === 0) continue;
    const versions = new Set<string>();
    for (const line of page.lines) if (DIGIT.test(line)) readVersions(line, (version) => versions.add(version));
    for (const version of goneVersions) if (versions.has(version)) of(path).versions += 1;
  }
  for (const found of stating.values())
    if (found.length <= MAX_PAGES_OF_FACT) for (const path of found) of(path).literals += 1 / found.length;
}

const MAX_FACTS = 60;
const DIGIT = /\d\.\d/;

/** Whether a text holds a whole word, and not a longer one. */
function states(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!/[\w/-]/.test(text[at - 1] ?? " ") && !/[\w/-]/.test(text[at + word.length] ?? " ")) return true;
  }
  return false;
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

const PUBLIC_WORDS = new Set(
  "cli option options setting settings flag flags arg args schema api command commands cmd types default defaults public plugin plugins rule rules param params".split(
    " ",
  ),
);

/** Whether a path looks like the place of what users see of a product. */
const isPublicPath = (path: string) =>
  path
    .toLowerCase()
    .split(/[/._-]/)
    .some((part) => PUBLIC_WORDS.has(part) || part.startsWith("config"));
