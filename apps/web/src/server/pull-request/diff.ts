import { preloadPatchDiff } from "@pierre/diffs/ssr";

/** One file of a difference, as git tells it. */
export type ChangedFile = {
  path: string;
  from?: string | undefined;
  status: "added" | "modified" | "deleted" | "renamed";
  additions: number;
  deletions: number;
  /** Unified diff with its `diff --git` header. */
  patch: string;
  /** git was stopped before it had printed this patch. */
  isLeftOut?: true | undefined;
};

export type RenderedFile = Omit<ChangedFile, "patch" | "isLeftOut"> & {
  /** Highlighted lines; null when there are none to show. */
  html: string | null;
  /** Why its lines are left out, and how to see them; null when they are not. */
  leftOut: string | null;
};

/** A difference ready for the browser. `head` holds the styles that every file's `html` needs before it. */
export type RenderedDiff = { head: string; files: RenderedFile[] };

/** One column with old and new lines in turn, or two side by side. */
export type DiffStyle = "unified" | "split";

/** The library's grey of "unmodified lines" is too pale to read. */
const LEGIBLE = "<style>[data-unmodified-lines] { color: var(--foreground) !important; opacity: 1 !important }</style>";

/**
 * Highlights a difference on the server, so that no highlighter is sent to the browser. It takes a second for some hundred kilobytes and
 * gives fifteen times as much: a process with bounds does it, see `bounded-diff.ts`.
 *
 * The result is text of the repository turned into escaped spans; it is meant for a shadow root.
 */
export async function renderDiff(
  files: readonly ChangedFile[],
  { style = "unified", onFile }: { style?: DiffStyle; onFile?: (path: string) => void } = {},
): Promise<RenderedDiff> {
  let head = "";
  const rendered: RenderedFile[] = [];
  for (const { patch, ...file } of files) {
    onFile?.(file.path);
    const parts = await renderPatch(patch, style);
    if (parts !== null) head ||= parts.head + LEGIBLE;
    rendered.push({ ...file, html: parts?.html ?? null, leftOut: null });
  }
  return { head, files: rendered };
}

async function renderPatch(patch: string, diffStyle: DiffStyle): Promise<{ head: string; html: string } | null> {
  if (!patch.includes("\n@@ ")) return null;
  const { prerenderedHTML } = await preloadPatchDiff({
    patch,
    options: {
      theme: { light: "github-light", dark: "github-dark" },
      themeType: "system",
      diffStyle,
      overflow: "wrap",
      disableFileHeader: true,
      hunkSeparators: "line-info",
    },
  });
  // Styles and icons are the same 48 KB for every file: they travel once.
  const start = prerenderedHTML.indexOf("<pre data-diff");
  return start < 0 ? null : { head: prerenderedHTML.slice(0, start), html: prerenderedHTML.slice(start) };
}
