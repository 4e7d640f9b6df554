export type TakenNames = {
  add(path: string): void;
  /** Frees the name of a file that was added before. */
  remove(path: string): void;
  /** Why a new file cannot have this path, or null. */
  findClash(path: string): string | null;
};

/** Knows which names are taken, as a file system that ignores case would see them. */
export function createTakenNames(paths: Iterable<string>): TakenNames {
  const files = createSpellings();
  const folders = createSpellings();
  const count = (path: string, by: 1 | -1) => {
    files.count(path, by);
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.count(folder, by);
  };
  for (const path of paths) count(path, 1);
  return {
    add: (path) => count(path, 1),
    remove: (path) => count(path, -1),
    findClash(path) {
      const twin = files.find(path);
      if (twin !== null) return `${path} differs from ${twin} only in capitalization, which some systems can't store.`;
      if (folders.find(path) !== null) return `${path} is a folder.`;
      for (const folder of foldersAbove(path)) {
        if (files.find(folder) !== null) return `${folder} is a file, not a folder.`;
        const other = folders.find(folder);
        if (other !== null && !folders.has(folder))
          return `${folder} differs from the folder ${other} only in capitalization. Use ${other}.`;
      }
      return null;
    },
  };
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/** Outermost first. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Counts how often each spelling of a name is there. A repository may hold two already. */
function createSpellings() {
  const names = new Map<string, Map<string, number>>();
  // By way of capitals: `ß` and `ss`, `ſ` and `s` are one name for file systems that ignore case.
  const fold = (name: string) => name.toUpperCase().toLowerCase().normalize("NFC");
  const spellingsOf = (name: string) => names.get(fold(name));
  return {
    count(name: string, by: 1 | -1) {
      const spellings = spellingsOf(name) ?? new Map<string, number>();
      const left = (spellings.get(name) ?? 0) + by;
      if (left > 0) spellings.set(name, left);
      else spellings.delete(name);
      if (spellings.size > 0) names.set(fold(name), spellings);
      else names.delete(fold(name));
    },
    has: (name: string) => spellingsOf(name)?.has(name) ?? false,
    /** One of the spellings, or null when the name is free. */
    find: (name: string) => spellingsOf(name)?.keys().next().value ?? null,
  };
}
