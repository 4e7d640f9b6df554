/** How the widget looks on a website. The script tag says it; nothing of it is stored. */
export type Look = {
  mode: "bubble" | "panel" | "modal" | "inline";
  side: "end" | "start";
  theme: "auto" | "light" | "dark";
  /** Empty for the page's own. */
  language: string;
  /** A color as `#rrggbb`. */
  accent: string;
};

/** What a tag without attributes means. */
export const DEFAULT_LOOK: Look = { mode: "bubble", side: "end", theme: "auto", language: "", accent: "#2554c7" };

/** Where the script tag belongs in one generator's site. */
type Snippet = {
  name: string;
  /** The file to change. */
  file: string;
  /** @param host where this service is reached */
  write(host: string, look: Look): string;
};

const KEY = "svc_dsc_…";

/** The attributes of a tag after `data-`, where they differ from the default. */
const attributesOf = (look: Look) =>
  [["key", KEY], ...Object.entries(look).filter(([name, value]) => value !== DEFAULT_LOOK[name as keyof Look])] as [
    string,
    string,
  ][];

const tag = (host: string, look: Look) =>
  `<script src="${host}/widget.js"${attributesOf(look)
    .map(([name, value]) => ` data-${name}="${value}"`)
    .join("")} async></script>`;

const fields = (host: string, look: Look) =>
  [`src: "${host}/widget.js"`, ...attributesOf(look).map(([name, value]) => `"data-${name}": "${value}"`)].join(", ");

/** The script tag for each generator whose sites the assistant reads. */
export const SNIPPETS: readonly Snippet[] = [
  { name: "HTML", file: "Every page, before </body>", write: tag },
  {
    name: "Docusaurus",
    file: "docusaurus.config.js",
    write: (host, look) => `scripts: [
  { ${fields(host, look)}, async: true },
],`,
  },
  {
    name: "VitePress",
    file: ".vitepress/config.ts",
    write: (host, look) => `head: [
  ["script", { ${fields(host, look)}, async: "" }],
],`,
  },
  {
    name: "Nextra",
    file: "app/layout.tsx, inside <body>",
    write: (host, look) => tag(host, look).replace("></script>", " />"),
  },
  {
    name: "MkDocs",
    file: "overrides/main.html, with custom_dir: overrides in mkdocs.yml",
    write: (host, look) => `{% extends "base.html" %}
{% block scripts %}
  {{ super() }}
  ${tag(host, look)}
{% endblock %}`,
  },
  {
    name: "Starlight",
    file: "astro.config.mjs, in starlight({ … })",
    write: (host, look) => `head: [
  {
    tag: "script",
    attrs: { ${fields(host, look)}, async: true },
  },
],`,
  },
  {
    name: "Mintlify",
    file: "docsteward.js, beside docs.json",
    write: (host, look) => `const script = document.createElement("script");
script.src = "${host}/widget.js";
${attributesOf(look)
  .map(([name, value]) => `script.dataset.${name} = "${value}";`)
  .join("\n")}
document.head.append(script);`,
  },
];
