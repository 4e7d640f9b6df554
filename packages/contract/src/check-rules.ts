/** A check of a change, as the documentation and the dashboard list it. `tells` is a sentence. */
export type CheckRule = {
  name: string;
  group: "Syntax" | "Code" | "Links and files" | "Navigation" | "The change";
  tells: string;
  /** What a finding is unless the repository says otherwise. */
  level: "error" | "warning" | "error or warning" | "note";
};

/** Every check, in words for people; `docs/checks.md` says more, and a test compares the two. */
export const CHECK_RULES: readonly CheckRule[] = [
  { name: "mdx-syntax", group: "Syntax", tells: "MDX that can't be parsed.", level: "error" },
  {
    name: "mdx-expression",
    group: "Syntax",
    tells: "An expression of which MDX renders only the last part.",
    level: "error",
  },
  {
    name: "html-tags",
    group: "Syntax",
    tells: "Unclosed HTML tags, on sites whose pages are compiled to templates.",
    level: "error",
  },
  { name: "unclosed-fence", group: "Syntax", tells: "A code block without its closing fence.", level: "error" },
  {
    name: "frontmatter",
    group: "Syntax",
    tells: "Front matter that isn't valid YAML, has duplicate keys or isn't closed.",
    level: "error",
  },
  {
    name: "unreadable",
    group: "Syntax",
    tells: "A page that is too long or too deeply nested to parse.",
    level: "error or warning",
  },
  { name: "slow-page", group: "Syntax", tells: "A page that takes too long to check.", level: "error or warning" },
  {
    name: "missing-title",
    group: "Syntax",
    tells: "A page without a title, where its site needs one or its pages have titles.",
    level: "error or warning",
  },
  { name: "bad-import", group: "Code", tells: "An import of a missing file.", level: "error" },
  { name: "undefined-name", group: "Code", tells: "An undeclared name in code.", level: "error" },
  {
    name: "unknown-component",
    group: "Code",
    tells: "A component that neither the page nor the site defines.",
    level: "error",
  },
  { name: "broken-link", group: "Links and files", tells: "A link to a missing page.", level: "error" },
  { name: "broken-anchor", group: "Links and files", tells: "A link to a missing heading.", level: "error" },
  { name: "missing-asset", group: "Links and files", tells: "A missing image or file.", level: "error" },
  {
    name: "redirected-link",
    group: "Links and files",
    tells: "A link to a former address, which a redirect sends to a page.",
    level: "note",
  },
  {
    name: "unknown-layout",
    group: "Links and files",
    tells: "Pages whose addresses can't be determined, so links to them aren't checked.",
    level: "warning",
  },
  {
    name: "shared-cause",
    group: "Links and files",
    tells: "Many missing targets of one form, which a build or a plugin may make.",
    level: "note",
  },
  { name: "duplicate-slug", group: "Links and files", tells: "Two pages with the same URL.", level: "error" },
  { name: "navigation-syntax", group: "Navigation", tells: "A navigation file that can't be read.", level: "error" },
  { name: "navigation-entry", group: "Navigation", tells: "A navigation entry for a missing page.", level: "error" },
  { name: "orphan-page", group: "Navigation", tells: "A page that isn't in the navigation.", level: "warning" },
  { name: "changed-code", group: "The change", tells: "A changed code block.", level: "warning" },
  {
    name: "checks-config",
    group: "The change",
    tells: "An error in the checks configuration.",
    level: "error",
  },
  { name: "automations", group: "The change", tells: "An error in the automations.", level: "error" },
  { name: "synonyms", group: "The change", tells: "An error in the synonyms of the search.", level: "error" },
];
