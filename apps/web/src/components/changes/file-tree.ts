/** A folder of changed files, or one of them. Folders that hold nothing but one folder are one row: `docs/guides`. */
export type TreeNode<File> =
  | { kind: "folder"; name: string; path: string; children: TreeNode<File>[] }
  | { kind: "file"; name: string; file: File };

type Folder<File> = { folders: Map<string, Folder<File>>; files: TreeNode<File>[] };

/** Arranges files by their folders: folders first, each in the order of its names. */
export function buildFileTree<File extends { path: string }>(files: readonly File[]): TreeNode<File>[] {
  const root: Folder<File> = { folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.path.split("/");
    const name = parts.pop() ?? file.path;
    let folder = root;
    for (const part of parts) {
      const next: Folder<File> = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push({ kind: "file", name, file });
  }
  return toNodes(root, "");
}

function toNodes<File>({ folders, files }: Folder<File>, above: string): TreeNode<File>[] {
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en");
  const nodes = [...folders].map(([name, folder]) => toFolder(name, folder, `${above}${name}/`));
  return [...nodes.sort(byName), ...files.toSorted(byName)];
}

function toFolder<File>(name: string, folder: Folder<File>, path: string): TreeNode<File> & { kind: "folder" } {
  const children = toNodes(folder, path);
  const [only] = children;
  if (children.length === 1 && only?.kind === "folder") return { ...only, name: `${name}/${only.name}` };
  return { kind: "folder", name, path, children };
}
