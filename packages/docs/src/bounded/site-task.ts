import type { TaskContext } from "@docsteward/platform/bounded/task-process";
import type { DocsReader } from "../docs-reader.ts";
import { type PackedNames, type PackedPaths, unpackNames } from "./packed-names.ts";

/** What a task on a site is sent: its readers by label, as far as they can be described, and its own input. */
export type SiteTaskInput = {
  readers: { label: string; id: number; hasAssets: boolean }[];
  threads: number;
  input: unknown;
};

/** What a site task gets beside its input: the readers of the run. */
export type SiteTaskContext = TaskContext & {
  /** The reader of this label; null when none was given. */
  reader(label: string): DocsReader | null;
  /** Threads that the task may start beside its own. */
  threads: number;
};

type File = { path: string; text: string };
type RemoteReader = DocsReader & { context: TaskContext; label: string };

/** Some of the last readers: what was found out about a site hangs on its reader. */
const MAX_READERS = 4;
const readers = new Map<number, RemoteReader>();

/**
 * Makes a task of a function that reads a site: a process with bounds runs it, and `runOnSite` starts it.
 *
 * Who looks at a file's text works on that file from then on, so that the page that takes too long is known by name.
 */
export function siteTask<Input, Output>(run: (input: Input, context: SiteTaskContext) => Promise<Output>) {
  return (sent: SiteTaskInput, context: TaskContext): Promise<Output> => {
    const byLabel = new Map<string, DocsReader>();
    for (const { label, id, hasAssets } of sent.readers) {
      const reader = readers.get(id) ?? makeReader(hasAssets, { context, label });
      readers.delete(id);
      readers.set(id, Object.assign(reader, { context, label }));
      byLabel.set(label, reader);
    }
    for (const oldest of readers.keys()) if (readers.size > MAX_READERS) readers.delete(oldest);
    const { threads } = sent;
    return run(sent.input as Input, { ...context, threads, reader: (label) => byLabel.get(label) ?? null });
  };
}

function makeReader(hasAssets: boolean, first: Pick<RemoteReader, "context" | "label">): RemoteReader {
  let last: PackedPaths = { paths: "", names: "" };
  let names: ReadonlyMap<string, string> | null = null;
  const ask = <Answer>(question: "paths" | "assets" | "readMany", paths: readonly string[] = []) => {
    const { context, label } = reader;
    context.startItem(null);
    return context.ask(question, { label, paths }) as Promise<Answer>;
  };
  const readMany = async (paths: string[]): Promise<File[]> => {
    const files = await ask<File[]>("readMany", paths);
    return files.map((file) => toWatched(reader, file));
  };
  const reader: RemoteReader = {
    ...first,
    async paths() {
      last = await ask<PackedPaths>("paths");
      names = null;
      return unpackNames(last.paths);
    },
    ...(hasAssets ? { assets: async () => new Set(unpackNames(await ask<PackedNames>("assets"))) } : {}),
    identify(path) {
      names ??= readNames(last);
      return names.get(path);
    },
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  return reader;
}

function readNames({ paths, names }: PackedPaths): ReadonlyMap<string, string> {
  const unpacked = unpackNames(names);
  return new Map(unpackNames(paths).flatMap((path, at) => (unpacked[at] ? [[path, unpacked[at]] as const] : [])));
}

function toWatched(reader: RemoteReader, { path, text }: File): File {
  return {
    path,
    get text() {
      reader.context.startItem(`${reader.label}:${path}`);
      return text;
    },
  };
}
