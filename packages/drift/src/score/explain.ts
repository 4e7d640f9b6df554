import type { CodeChange, NameChange } from "../change/read-change.ts";
import { readNames } from "../names/read-names.ts";
import type { Corpus } from "../repository/corpus.ts";
import type { PageNames } from "../repository/read-page.ts";
import type { Evidence } from "./evidence.ts";
import { statusOf } from "./features.ts";
import type { Listing } from "./siblings.ts";

/** Why a page is no longer true. */
export type Reason = {
  kind: "removed" | "renamed" | "value" | "added" | "changed" | "text" | "together";
  /** One sentence for people. */
  message: string;
  /** Lines of the page that it is about, counted from 1; none where the page as a whole is. */
  lines: number[];
  /** The place in the code; null where there is no single one. */
  source: { path: string; line: number } | null;
};

type ExplainInput = {
  corpus: Corpus;
  change: CodeChange;
  difference: ReadonlyMap<string, number>;
  evidence: Evidence;
  /** What the change adds beside names that the page lists. */
  listing: Listing | undefined;
  /** How often the page changed with one of the changed files. */
  together: { path: string; times: number; commits: number } | null;
};

/** `about`: the name that it is about, by its key. */
type Weighed = Reason & { weight: number; about?: string };

const MAX_REASONS = 5;
const MAX_LINES = 6;
const MIN_RARITY = 1.2;

/** The strongest reasons for one page, best first. */
export function explainPage(
  path: string,
  { corpus, change, difference, evidence, listing, together }: ExplainInput,
): Reason[] {
  const page = corpus.pages.get(path);
  const score = evidence.pages.get(path);
  if (page === undefined || score === undefined) return [];
  const reasons: Weighed[] = [];
  const valued = new Set<string>();
  for (const value of change.values) {
    const mention = page.names.get(value.key);
    if (mention === undefined || valued.has(value.key)) continue;
    const stated = mention.lines.filter((line) => lineOf(page, line).includes(value.before));
    valued.add(value.key);
    reasons.push({
      kind: "value",
      message: `A value of \`${writtenIn(page, value.key, mention.lines) ?? value.written}\` changed in ${value.path}: ${quote(value.before)} → ${quote(value.after)}.`,
      lines: (stated.length > 0 ? stated : mention.lines).slice(0, MAX_LINES),
      source: { path: value.path, line: value.line },
      weight: termIdf(corpus, value.key) * (stated.length > 0 ? 3 : 1.2),
      about: value.key,
    });
  }
  for (const name of change.names.values()) {
    const mention = page.names.get(name.key);
    if (mention === undefined || valued.has(name.key) || name.removed + name.added === 0) continue;
    const status = statusOf(name, corpus.filesWith(name.key), difference.get(name.key) ?? 0);
    const weight =
      termIdf(corpus, name.key) *
      WEIGHTS[status] *
      (mention.definitions > 0 ? 1.5 : 1) *
      (mention.inCode > 0 ? 1 : 0.5);
    if (weight < MIN_RARITY) continue;
    const written = writtenIn(page, name.key, mention.lines) ?? name.written;
    const renamed = status === "gone" ? change.renames.get(name.key) : undefined;
    reasons.push({
      kind:
        renamed !== undefined ? "renamed" : status === "gone" ? "removed" : status === "fresh" ? "added" : "changed",
      message: sentenceOf(name, status, written, renamed),
      lines: mention.lines.slice(0, MAX_LINES),
      source: name.place,
      weight,
      about: name.key,
    });
  }
  const listed = listing === undefined ? [] : listedReasons(page, listing);
  const known = new Set(listed.map(({ key }) => key));
  reasons.push(...listed, ...siblingsOf(page, { corpus, change, difference }).filter(({ key }) => !known.has(key)));
  if (score.versions > 0) {
    reasons.push({
      kind: "value",
      message: `A version that the page states changed: ${[...change.goneVersions].slice(0, MAX_SIBLINGS).join(", ")} is gone from the code.`,
      lines: [],
      source: null,
      weight: 2,
    });
  }
  if (score.removedPhrases >= 1) {
    reasons.push({
      kind: "text",
      message: "The page repeats a text of the code that changed.",
      lines: [],
      source: null,
      weight: score.removedPhrases,
    });
  }
  if (together !== null && together.times >= 2) {
    reasons.push({
      kind: "together",
      message: `${together.times} of the last ${together.commits} commits that changed ${together.path} changed this page.`,
      lines: [],
      source: { path: together.path, line: 1 },
      weight: (6 * together.times) / (together.commits + 2),
    });
  }
  const telling = reasons.filter(({ about }) => about === undefined || !LANGUAGE_WORDS.has(about));
  // A page may be raised for nothing else: then they are better than silence about why.
  return (telling.length > 0 ? telling : reasons)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ kind, message, lines, source }) => ({ kind, message, lines, source }));
}

/** Words of programming languages: that their code changed tells nobody anything. */
const LANGUAGE_WORDS = new Set(
  "and,as,async,await,bool,boolean,break,case,catch,class,const,continue,def,else,enum,export,extends,false,finally,fn,for,from,func,function,if,impl,implements,import,in,int,interface,is,let,mut,new,nil,none,not,null,number,of,or,package,pass,private,protected,pub,public,raise,return,self,static,str,string,struct,switch,this,throw,throws,true,try,undefined,use,var,void,while,with,yield".split(
    ",",
  ),
);

const WEIGHTS = { gone: 3, fresh: 1.2, fewer: 1.2, more: 0.7, edited: 1, around: 0 } as const;

const termIdf = (corpus: Corpus, key: string) => Math.log(1 + corpus.pages.size / (corpus.pagesWith(key) + 0.5));

function sentenceOf(
  name: NameChange,
  status: keyof typeof WEIGHTS,
  written: string,
  renamed: string | undefined,
): string {
  const place = name.place === null ? "" : ` in ${name.place.path}`;
  if (renamed !== undefined) return `\`${written}\` was renamed to \`${renamed}\`${place}.`;
  if (status === "gone") return `\`${written}\` was removed${place}.`;
  if (status === "fresh") return `\`${written}\` was added${place}.`;
  if (status === "fewer") return `A use of \`${written}\` was removed${place}.`;
  return `The code of \`${written}\` changed${place}.`;
}

const MAX_SIBLINGS = 3;

type Sibling = Weighed & { key: string };

/** New names of a form whose other names the page lists. */
function listedReasons(page: PageNames, { share, listed, names }: Listing): Sibling[] {
  if (share < MIN_LISTED) return [];
  return names.slice(0, MAX_SIBLINGS).map(({ key, written, path, line, beside }) => {
    const nearest = beside.find((other) => (page.names.get(other)?.definitions ?? 0) > 0) ?? beside[0] ?? "";
    return {
      key,
      kind: "added",
      message: `\`${written}\` was added in ${path}, and the page has ${listed} of the ${beside.length} names beside it.`,
      lines: page.names.get(nearest)?.lines.slice(0, 1) ?? [],
      source: { path, line },
      weight: LISTED_WEIGHT * share,
    };
  });
}

/** Pages that have less of the names beside a new one don't list them. */
const MIN_LISTED = 0.3;
const LISTED_WEIGHT = 6;

/** New names that stand beside names that the page documents: it may have to document them, too. */
function siblingsOf(
  page: PageNames,
  { corpus, change, difference }: Pick<ExplainInput, "corpus" | "change" | "difference">,
): Sibling[] {
  const found: Sibling[] = [];
  for (const { key, beside } of change.siblings) {
    const name = change.names.get(key);
    if (name === undefined || page.names.has(key)) continue;
    if (statusOf(name, corpus.filesWith(key), difference.get(key) ?? 0) !== "fresh") continue;
    const known = beside.filter(
      (other) => (page.names.get(other)?.definitions ?? 0) > 0 && corpus.pagesWith(other) <= corpus.pages.size / 4 + 1,
    );
    const nearest = known[0];
    const mention = nearest === undefined ? undefined : page.names.get(nearest);
    if (nearest === undefined || mention === undefined) continue;
    const sibling = writtenIn(page, nearest, mention.lines) ?? nearest;
    found.push({
      key,
      kind: "added",
      message: `\`${name.written}\` was added${name.place === null ? "" : ` in ${name.place.path}`} beside \`${sibling}\`, which the page describes.`,
      lines: mention.lines.slice(0, 1),
      source: name.place,
      weight: termIdf(corpus, nearest) * 1.6,
    });
    if (found.length >= MAX_SIBLINGS) break;
  }
  return found;
}

function writtenIn(page: PageNames, key: string, lines: readonly number[]): string | null {
  let written: string | null = null;
  for (const line of lines.slice(0, 3)) {
    readNames(lineOf(page, line), (name) => {
      if (name.key === key && (written === null || name.shape === "flag")) written = name.written;
    });
  }
  return written;
}

const lineOf = (page: PageNames, line: number) => page.lines[line - 1] ?? "";
const quote = (value: string) => (value === "" ? '""' : value.length > 40 ? `${value.slice(0, 40)}…` : value);
