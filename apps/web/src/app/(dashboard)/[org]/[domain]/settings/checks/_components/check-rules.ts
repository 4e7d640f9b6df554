export type CheckRule = {
  name: string;
  group: "Syntax" | "Code" | "Links and files" | "Navigation" | "The change";
  tells: string;
  /** What a finding is unless the repository says otherwise. */
  level: "error" | "warning" | "error or warning";
};

/** Every check, in words for people; `docs/checks.md` says more, and a test compares the two. */
export const CHECK_RULES: readonly CheckRule[] = [
  { name: "mdx-syntax", group: "Syntax", tells: "What does not parse as MDX.", level: "error" },
  {
    name: "mdx-expression",
    group: "Syntax",
    tells: "An expression of which MDX shows only the last part.",
    level: "error",
  },
  {
    name: "html-tags",
    group: "Syntax",
    tells: "HTML that is never closed, on sites whose pages become templates.",
    level: "error",
  },
  { name: "unclosed-fence", group: "Syntax", tells: "A code block without an end.", level: "error" },
  {
    name: "frontmatter",
    group: "Syntax",
    tells: "Front matter that is no YAML, has a key twice, or never ends.",
    level: "error",
  },
  {
    name: "unreadable",
    group: "Syntax",
    tells: "A page that is too long or too deeply nested to be parsed.",
    level: "error",
  },
  { name: "missing-title", group: "Syntax", tells: "A page without a title, where pages have one.", level: "error" },
  { name: "bad-import", group: "Code", tells: "An import of a file that is not there.", level: "error" },
  { name: "undefined-name", group: "Code", tells: "A name in code that nothing declares.", level: "error" },
  {
    name: "unknown-component",
    group: "Code",
    tells: "A component that nobody declares and no other page uses.",
    level: "error or warning",
  },
  { name: "broken-link", group: "Links and files", tells: "A link to a page that is not there.", level: "error" },
  { name: "broken-anchor", group: "Links and files", tells: "A link to a heading that is not there.", level: "error" },
  { name: "missing-asset", group: "Links and files", tells: "An image or a file that is not there.", level: "error" },
  { name: "duplicate-slug", group: "Links and files", tells: "Two pages with one address.", level: "error" },
  { name: "navigation-syntax", group: "Navigation", tells: "A navigation file that cannot be read.", level: "error" },
  { name: "navigation-entry", group: "Navigation", tells: "An entry that leads to no page.", level: "error" },
  { name: "orphan-page", group: "Navigation", tells: "A page in no navigation.", level: "warning" },
  { name: "changed-code", group: "The change", tells: "A code block that is another than before.", level: "warning" },
  {
    name: "checks-config",
    group: "The change",
    tells: "A fault in the configuration of the checks itself.",
    level: "error",
  },
];
