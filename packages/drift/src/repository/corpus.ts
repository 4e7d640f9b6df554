import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { readNames } from "../names/read-names.ts";
import { type FileRole, roleOf, withoutTranslations } from "./file-role.ts";
import { type PageNames, readPage } from "./read-page.ts";
import { type ChangedFile, listChanges, listFiles, readContents } from "./source-repository.ts";

/** The names of a repository's pages and code at one commit. Moving to another commit reads only what differs. */
export type Corpus = {
  readonly commit: string;
  /** Pages by path, translations left out. */
  readonly pages: ReadonlyMap<string, PageNames>;
  /** In how many pages a name, or a word, occurs. */
  pagesWith(key: string): number;
  pagesWithWord(word: string): number;
  pagesWithPhrase(hash: number): readonly string[];
  /** The pages that use a name. */
  pagesOf(key: string): readonly string[];
  /** How many files of source code use a name. */
  filesWith(key: string): number;
  readonly sourceFiles: number;
  /** The names in a file of code. */
  namesIn(path: string): Iterable<string>;
  /** How many more files of source code use each name at another commit; changed files by their role. */
  compare(changes: readonly ChangedFile[]): Promise<ReadonlyMap<string, number>>;
  moveTo(commit: string): Promise<void>;
};

/** A page that is kept outside of the repository. */
export type GivenPage = { path: string; text: string };

export type CorpusOptions = {
  /** Which pages of the repository count; all by default. */
  isPage?: ((path: string) => boolean) | undefined;
  /** Pages in place of those in the repository. */
  pages?: readonly GivenPage[] | undefined;
};

type FileNames = Uint32Array;

/** Reads a repository at a commit. */
export async function openCorpus(
  repository: LocalRepository,
  commit: string,
  { isPage = () => true, pages }: CorpusOptions = {},
): Promise<Corpus> {
  const corpus = new RepositoryCorpus(repository, commit, pages === undefined ? isPage : () => false);
  if (pages !== undefined) corpus.addPages(pages);
  const listed = await listFiles(repository, commit);
  await corpus.apply(listed.map(({ path, sha }) => ({ path, before: null, after: sha })));
  return corpus;
}

class RepositoryCorpus implements Corpus {
  commit: string;
  readonly pages = new Map<string, PageNames>();
  sourceFiles = 0;
  readonly #repository: LocalRepository;
  readonly #isPage: (path: string) => boolean;
  readonly #ids = new Map<string, number>();
  readonly #codeCounts: number[] = [];
  readonly #code = new Map<string, FileNames>();
  readonly #allPages = new Map<string, PageNames>();
  readonly #byName = new Map<string, string[]>();
  readonly #byWord = new Map<string, number>();
  readonly #byPhrase = new Map<number, string[]>();

  constructor(repository: LocalRepository, commit: string, isPage: (path: string) => boolean) {
    this.#repository = repository;
    this.commit = commit;
    this.#isPage = isPage;
  }

  pagesWith(key: string): number {
    return this.#byName.get(key)?.length ?? 0;
  }
  pagesWithWord(word: string): number {
    return this.#byWord.get(word) ?? 0;
  }
  pagesWithPhrase(hash: number): readonly string[] {
    return this.#byPhrase.get(hash) ?? [];
  }
  pagesOf(key: string): readonly string[] {
    return this.#byName.get(key) ?? [];
  }
  filesWith(key: string): number {
    const id = this.#ids.get(key);
    return id === undefined ? 0 : (this.#codeCounts[id] ?? 0);
  }

  *namesIn(path: string): Iterable<string> {
    const names = this.#names();
    for (const id of this.#code.get(path) ?? []) yield names[id] ?? "";
  }

  async moveTo(commit: string): Promise<void> {
    if (commit === this.commit) return;
    await this.apply(await listChanges(this.#repository, this.commit, commit));
    this.commit = commit;
  }

  async compare(changes: readonly ChangedFile[]): Promise<ReadonlyMap<string, number>> {
    const sources = changes.filter(({ path }) => isCode(roleOf(path)));
    const added = new Map<string, Set<string>>();
    await this.#read(sources, (path, text) => added.set(path, namesOf(text)));
    const difference = new Map<string, number>();
    const names = this.#names();
    for (const { path } of sources) {
      for (const id of this.#code.get(path) ?? []) {
        const key = names[id] ?? "";
        difference.set(key, (difference.get(key) ?? 0) - 1);
      }
      for (const key of added.get(path) ?? []) difference.set(key, (difference.get(key) ?? 0) + 1);
    }
    return difference;
  }

  async apply(changes: readonly ChangedFile[]): Promise<void> {
    let arePagesChanged = false;
    const wanted = changes.filter(({ path }) => {
      const role = roleOf(path);
      if (role === "page" && this.#isPage(path)) arePagesChanged = true;
      return isCode(role) || (role === "page" && this.#isPage(path));
    });
    for (const { path } of wanted) this.#remove(path);
    await this.#read(wanted, (path, text) => {
      if (roleOf(path) === "page") this.#allPages.set(path, readPage(text));
      else this.#addCode(path, namesOf(text));
    });
    if (arePagesChanged) this.#indexPages();
  }

  addPages(pages: readonly GivenPage[]): void {
    for (const { path, text } of pages) this.#allPages.set(path, readPage(text));
    this.#indexPages();
  }

  #addCode(path: string, keys: ReadonlySet<string>): void {
    const ids = new Uint32Array(keys.size);
    let at = 0;
    for (const key of keys) {
      let id = this.#ids.get(key);
      if (id === undefined) {
        id = this.#ids.size;
        this.#ids.set(key, id);
      }
      ids[at] = id;
      at += 1;
      this.#codeCounts[id] = (this.#codeCounts[id] ?? 0) + 1;
    }
    this.#code.set(path, ids);
    this.sourceFiles += 1;
  }

  #remove(path: string): void {
    this.#allPages.delete(path);
    const ids = this.#code.get(path);
    if (ids === undefined) return;
    for (const id of ids) this.#codeCounts[id] = (this.#codeCounts[id] ?? 1) - 1;
    this.#code.delete(path);
    this.sourceFiles -= 1;
  }

  #nameList: string[] = [];
  #names(): readonly string[] {
    if (this.#nameList.length !== this.#ids.size) this.#nameList = [...this.#ids.keys()];
    return this.#nameList;
  }

  async #read(changes: readonly ChangedFile[], onText: (path: string, text: string) => void): Promise<void> {
    const bySha = new Map<string, string[]>();
    for (const { path, after } of changes) {
      if (after === null) continue;
      const paths = bySha.get(after);
      if (paths) paths.push(path);
      else bySha.set(after, [path]);
    }
    await readContents(this.#repository, [...bySha.keys()], (sha, text) => {
      for (const path of bySha.get(sha) ?? []) if (text !== null) onText(path, text);
    });
  }

  /** Brings the indexes of names, words and phrases to the pages that there are now. */
  #indexPages(): void {
    const wanted = new Set(withoutTranslations([...this.#allPages.keys()].sort()));
    for (const [path, page] of this.pages) {
      if (wanted.has(path) && this.#allPages.get(path) === page) continue;
      this.pages.delete(path);
      for (const key of page.names.keys()) drop(this.#byName, key, path);
      for (const word of page.words.keys()) this.#byWord.set(word, (this.#byWord.get(word) ?? 1) - 1);
      for (const hash of page.phrases) drop(this.#byPhrase, hash, path);
    }
    for (const path of wanted) {
      const page = this.#allPages.get(path);
      if (page === undefined || this.pages.has(path)) continue;
      this.pages.set(path, page);
      for (const key of page.names.keys()) push(this.#byName, key, path);
      for (const word of page.words.keys()) this.#byWord.set(word, (this.#byWord.get(word) ?? 0) + 1);
      for (const hash of page.phrases) push(this.#byPhrase, hash, path);
    }
  }
}

const isCode = (role: FileRole) => role === "source" || role === "data";

function namesOf(text: string): Set<string> {
  const keys = new Set<string>();
  readNames(text, ({ key }) => keys.add(key));
  return keys;
}

function drop<Key>(map: Map<Key, string[]>, key: Key, path: string): void {
  const rest = map.get(key)?.filter((other) => other !== path) ?? [];
  if (rest.length > 0) map.set(key, rest);
  else map.delete(key);
}

function push<Key>(map: Map<Key, string[]>, key: Key, path: string): void {
  const paths = map.get(key);
  if (paths) paths.push(path);
  else map.set(key, [path]);
}

/** The pages of a commit, for a comparison with the code of another repository. */
export async function readPages(
  repository: LocalRepository,
  commit: string,
  isPage: (path: string) => boolean = () => true,
): Promise<GivenPage[]> {
  const files = (await listFiles(repository, commit)).filter(({ path }) => roleOf(path) === "page" && isPage(path));
  const wanted = new Set(withoutTranslations(files.map(({ path }) => path)));
  const bySha = Map.groupBy(files, ({ sha }) => sha);
  const pages: GivenPage[] = [];
  await readContents(repository, [...bySha.keys()], (sha, text) => {
    for (const { path } of bySha.get(sha) ?? []) if (text !== null && wanted.has(path)) pages.push({ path, text });
  });
  return pages;
}
