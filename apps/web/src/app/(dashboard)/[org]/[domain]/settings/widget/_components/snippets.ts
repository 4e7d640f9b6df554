/** Where the script tag belongs in one generator's site. */
type Snippet = {
  name: string;
  /** The file to change. */
  file: string;
  /** @param host where this service is reached */
  write(host: string): string;
};

const KEY = "svc_dsc_…";

const tag = (host: string) => `<script src="${host}/widget.js" data-key="${KEY}" async></script>`;

/** The script tag for each generator whose sites the assistant reads. */
export const SNIPPETS: readonly Snippet[] = [
  { name: "HTML", file: "Every page, before </body>", write: tag },
  {
    name: "Docusaurus",
    file: "docusaurus.config.js",
    write: (host) => `scripts: [
  { src: "${host}/widget.js", "data-key": "${KEY}", async: true },
],`,
  },
  {
    name: "VitePress",
    file: ".vitepress/config.ts",
    write: (host) => `head: [
  ["script", { src: "${host}/widget.js", "data-key": "${KEY}", async: "" }],
],`,
  },
  {
    name: "Nextra",
    file: "app/layout.tsx, inside <body>",
    write: (host) => `<script src="${host}/widget.js" data-key="${KEY}" async />`,
  },
  {
    name: "MkDocs",
    file: "overrides/main.html, with custom_dir: overrides in mkdocs.yml",
    write: (host) => `{% extends "base.html" %}
{% block scripts %}
  {{ super() }}
  ${tag(host)}
{% endblock %}`,
  },
  {
    name: "Starlight",
    file: "astro.config.mjs, in starlight({ … })",
    write: (host) => `head: [
  {
    tag: "script",
    attrs: { src: "${host}/widget.js", "data-key": "${KEY}", async: true },
  },
],`,
  },
  {
    name: "Mintlify",
    file: "docsteward.js, beside docs.json",
    write: (host) => `const script = document.createElement("script");
script.src = "${host}/widget.js";
script.dataset.key = "${KEY}";
document.head.append(script);`,
  },
];
