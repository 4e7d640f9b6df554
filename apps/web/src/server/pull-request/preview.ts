/**
 * A page as a tree of what a reader sees: all there is to show, and nothing that could run or be fetched. The browser makes
 * elements of it one kind at a time, so a kind that is not named here cannot appear.
 */
export type PreviewNode =
  | { kind: "text"; text: string }
  | { kind: PreviewParent; children: PreviewNode[] }
  | { kind: "heading"; depth: number; children: PreviewNode[] }
  | { kind: "list"; isOrdered: boolean; start: number; children: PreviewNode[] }
  | { kind: "item"; isChecked: boolean | null; children: PreviewNode[] }
  | { kind: "link"; url: string; children: PreviewNode[] }
  | { kind: "code"; text: string; language: string | null }
  | { kind: "inlineCode"; text: string }
  | { kind: "image"; alt: string; url: string }
  | { kind: "table"; rows: PreviewNode[][][] }
  | { kind: "break" }
  | { kind: "rule" }
  /** An MDX expression in braces: it would be computed, and is shown as source text. */
  | { kind: "expression"; text: string }
  | { kind: "html"; text: string }
  /** A component of MDX, as a box with its name. */
  | {
      kind: "component";
      name: string;
      isInline: boolean;
      attributes: [name: string, value: string][];
      children: PreviewNode[];
    }
  | { kind: "footnote"; label: string; children: PreviewNode[] };

type PreviewParent = "paragraph" | "emphasis" | "strong" | "deleted" | "quote";

/** One of the parts a page consists of. `isNew` is one that the page before had not. */
export type PreviewBlock = { node: PreviewNode; isNew: boolean };

export type Preview = {
  title: string | null;
  blocks: PreviewBlock[];
  /** Why the page is shown as plain text, or in part; null when it is whole. */
  problem: string | null;
};
