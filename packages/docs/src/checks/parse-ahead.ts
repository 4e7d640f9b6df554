import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { siblingModule } from "@docsteward/platform/sibling-module";
import type { Page } from "../page/page.ts";
import type { ParseOptions } from "../page/parse-page.ts";
import type { PagesToParse } from "./parse-thread.ts";

type File = { path: string; text: string };

/** What threads need to parse pages. */
export type ParseAheadInput = {
  /** Pages in the order in which they will be asked for, each once. */
  paths: readonly string[];
  threads: number;
  readMany(paths: string[]): Promise<File[]>;
  optionsOf(path: string): ParseOptions;
};

/** Pages that threads parse while this one parses others. */
export type ParseAhead = Disposable & {
  /** The page, when a thread has parsed it or is about to; undefined when it is to be parsed here. */
  take(path: string): Promise<Page | undefined>;
};

const ENTRY = siblingModule(import.meta.url, "parse-thread");
/** With fewer pages, threads take longer to start than they save. */
const MIN_PAGES = 200;
const MAX_THREADS = 3;
/** Pages in one message: few, since this thread may have to wait for the first of them. */
const CHUNK = 4;
/** A page that takes more ends the thread and not the process, and is parsed here. */
const MAX_MEGABYTES = 512;

/**
 * Starts threads that parse pages from the last one on, while the caller begins with the first. They end when it is disposed.
 *
 * Threads are a help and nothing more: what they do not return is for the caller to parse, which knows how to report a page that fails.
 */
export function parseAhead({ paths, threads, readMany, optionsOf }: ParseAheadInput): ParseAhead {
  const left = [...paths];
  const taken = new Set<string>();
  const given = new Map<string, PromiseWithResolvers<Page | undefined>>();
  const files = new Map<string, File>();
  const workers = new Set<Worker>();

  const nextPaths = (): string[] => {
    const next: string[] = [];
    while (next.length < CHUNK && left.length > 0) {
      const path = left.pop() ?? "";
      if (!taken.has(path)) next.push(path);
    }
    return next;
  };

  const feed = async (worker: Worker, own: Set<string>) => {
    const next = nextPaths();
    for (const path of next) {
      given.set(path, Promise.withResolvers());
      own.add(path);
    }
    const read = next.length > 0 ? await readMany(next).catch(() => []) : [];
    for (const file of read) files.set(file.path, file);
    for (const path of next) if (!files.has(path)) given.get(path)?.resolve(undefined);
    const message: PagesToParse = read.map(({ path, text }) => ({ path, text, options: optionsOf(path) }));
    if (message.length > 0) worker.postMessage(message);
  };

  const start = () => {
    const worker = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES } });
    const own = new Set<string>();
    const end = () => {
      workers.delete(worker);
      for (const path of own) given.get(path)?.resolve(undefined);
    };
    worker.on("message", (pages: Page[]) => {
      for (const page of pages) given.get(page.path)?.resolve(page);
      void feed(worker, own);
    });
    worker.on("error", end);
    worker.on("exit", end);
    workers.add(worker);
    // One message waits in the thread while it works on another.
    void feed(worker, own);
    void feed(worker, own);
  };

  const count = paths.length < MIN_PAGES ? 0 : Math.min(threads, MAX_THREADS);
  for (let started = 0; started < count; started += 1) start();

  return {
    async take(path) {
      const own = given.get(path);
      if (own === undefined) {
        taken.add(path);
        // What threads have to say arrives between two pages.
        if (workers.size > 0) await setImmediate();
        return undefined;
      }
      // Who looks at a text says that it works on that page: it is the one to blame while this waits.
      void files.get(path)?.text;
      return await own.promise;
    },
    [Symbol.dispose]() {
      for (const worker of workers) void worker.terminate();
      workers.clear();
      left.length = 0;
      for (const { resolve } of given.values()) resolve(undefined);
    },
  };
}
