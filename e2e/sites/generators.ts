/** The same small site for each generator, with the widget and the search box as the documents show them. */

/** A place on the service that the documents' examples are changed to. */
export type Place = { website: string; service: string; domain: string; key: string };

export type Generator = {
  name: "Docusaurus" | "VitePress" | "Starlight";
  /** Exactly what is installed. */
  packages: Record<string, string>;
  /** Where the pages are. */
  pages: string;
  /** Where the files are that are served as they are. */
  statics: string;
  /** The program of its packages that builds the site. */
  build: [program: string, ...args: string[]];
  /** Where the built site is. */
  output: string;
  /** Its own files, without the search box's. */
  files(documented: Documented, place: Place): Record<string, string>;
  /** Its own script that breaks the policy on every page, also without us. */
  offender?: string;
  /** The file that the search box's second example is for. */
  searchFile: string;
};

/** Lines of configuration that the documents show. */
export type Documented = { widget: string; search: string };

/** A page of the site: its path without an ending, and its text as Markdown below the title. */
export const PAGES = [
  { path: "index", title: "Lantern", text: "Lantern keeps your settings." },
  {
    path: "guides/backup",
    title: "Back up and restore",
    text: "Run `lantern backup` to write everything to a file.\n\n## Restore a backup\n\nRun `lantern restore` with the file.",
  },
  { path: "guides/rotate", title: "Rotate a key", text: "Make a new key, then revoke the old one." },
] as const;

const NAVIGATION = PAGES.map(({ path, title }) => ({ path, title }));

/** Versions are pinned: a new one is tried on purpose. */
export const GENERATORS: readonly Generator[] = [
  {
    name: "Docusaurus",
    packages: {
      "@docusaurus/core": "3.10.2",
      "@docusaurus/preset-classic": "3.10.2",
      "@mdx-js/react": "3.1.1",
      react: "19.3.1",
      "react-dom": "19.3.1",
    },
    ...{ pages: "docs", statics: "static", output: "build", searchFile: "src/theme/SearchBar.js" },
    build: ["docusaurus", "build"],
    files: ({ widget, search }, { website }) => ({
      "docusaurus.config.js": `const search = { ${search} };
const widget = { ${widget} };
export default {
  title: "Lantern",
  url: ${JSON.stringify(website)},
  baseUrl: "/",
  scripts: [...search.scripts, ...widget.scripts],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
`,
    }),
  },
  {
    name: "VitePress",
    packages: { vitepress: "1.6.4", vue: "3.5.45" },
    ...{ pages: ".", statics: "public", output: ".vitepress/dist", searchFile: ".vitepress/theme/index.js" },
    build: ["vitepress", "build"],
    // Vue sets styles as attributes.
    offender: "/assets/chunks/framework.",
    files: ({ widget, search }) => ({
      ".vitepress/config.mjs": `const search = { ${search} };
const widget = { ${widget} };
export default {
  title: "Lantern",
  head: [...search.head, ...widget.head],
  themeConfig: { sidebar: ${JSON.stringify(NAVIGATION.map(({ path, title }) => ({ text: title, link: `/${path}` })))} },
};
`,
    }),
  },
  {
    name: "Starlight",
    packages: { "@astrojs/starlight": "0.42.4", astro: "7.3.5" },
    ...{ pages: "src/content/docs", statics: "public", output: "dist", searchFile: "src/components/Search.astro" },
    build: ["astro", "build"],
    files: ({ widget, search }, { website }) => ({
      // Without sharp, which only images need.
      "astro.config.mjs": `import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";

const search = { ${search} };
const widget = { ${widget} };
export default defineConfig({
  site: ${JSON.stringify(website)},
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: "Lantern", ...search, ...widget })],
});
`,
      "src/content.config.ts": `import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
    }),
  },
];
