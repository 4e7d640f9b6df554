import { type ModelRequest, reply, type ScriptToolCall, type ScriptTurn } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test, vi } from "vitest";

// Two rounds with checks of several pages take long where many processes share a core.
vi.setConfig({ testTimeout: 180_000 });

/** Calls and bytes of tasks, for a model that works as the strong ones do. The figures are in docs/performance.md. */

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
const finish = (title: string): ScriptToolCall => ({
  name: "finish",
  input: { title, summary: `${title}.`, reply: "Done." },
});
const VALIDATE: ScriptToolCall = { name: "validate", input: {} };

const GUIDES = ["deploy", "monitor", "scale", "secure"];
const STEPS = Array.from({ length: 60 }, (_, step) => `Step ${step} of this guide takes some words to tell.`);
/** Four guides of some 3 kB each: what a model has to read before it changes them. */
const GUIDE_FILES = {
  "docs.json": `${JSON.stringify({ navigation: { pages: GUIDES.map((name) => `guides/${name}`) } })}\n`,
  ...Object.fromEntries(
    GUIDES.map((name) => [`guides/${name}.mdx`, page(name, `The time-out of ${name} is 30.\n\n${STEPS.join("\n\n")}`)]),
  ),
};
const READS = GUIDES.map((name) => ({ name: "read", input: { path: `guides/${name}.mdx` } }));
const EDITS = GUIDES.map((name) => ({
  name: "edit",
  input: { path: `guides/${name}.mdx`, old: `of ${name} is 30`, new: `of ${name} is 30 seconds` },
}));

/** Edits what it has read before, and reads it again only where a tool says that it must. */
function followUp(request: ModelRequest, isFirst: boolean): ScriptTurn {
  const last = JSON.stringify(messagesOf(request).at(-1));
  if (isFirst || last.includes("Step 59 of")) return reply.tools(...EDITS);
  return last.includes("before you change it")
    ? reply.tools(...READS)
    : reply.tools(VALIDATE, finish("Say the unit of time-outs"));
}

const messagesOf = ({ body }: ModelRequest) => body.messages as unknown[];
const bytesOf = (request: ModelRequest | undefined) =>
  request ? Buffer.byteLength(JSON.stringify(messagesOf(request))) : 0;

/** What a follow-up took before what was read counted in it: four calls, and this many bytes of results and answers. */
const BYTES_BEFORE = 6_858;

test("a follow-up on pages that were read takes two calls, and half the bytes that it took to read them again", async () => {
  let begin = Number.POSITIVE_INFINITY;
  const first = [
    reply.tools(...READS),
    reply.tool("edit", { path: "guides/scale.mdx", old: "Step 7 of", new: "Step seven of" }),
    reply.tools(VALIDATE, finish("Spell out step seven")),
  ];
  await using worker = await startTestWorker(
    (request, index) => (index < begin ? first[index] : followUp(request, index === begin)),
    { files: GUIDE_FILES },
  );
  const { id } = await worker.run("Spell out step 7 of the guide on scaling");
  begin = worker.model.requests.length;

  await sendMessage(worker.ctx, { id, prompt: "Say that the time-outs of all guides are seconds" });
  const job = await worker.end(id);

  const requests = worker.model.requests.slice(begin);
  expect(job).toMatchObject({ status: "completed", title: "Say the unit of time-outs" });
  expect(requests).toHaveLength(2);
  expect(bytesOf(requests.at(-1)) - bytesOf(requests[0])).toBeLessThan(BYTES_BEFORE / 2);
});

const LANGUAGES = ["", "de/", "fr/", "ja/"];
const MOVED_FILES = {
  "docs.json": `${JSON.stringify({
    navigation: {
      languages: LANGUAGES.map((prefix) => ({
        language: prefix.slice(0, -1) || "en",
        pages: [`${prefix}index`, `${prefix}guides/install`],
      })),
    },
  })}\n`,
  ...Object.fromEntries(
    LANGUAGES.flatMap((prefix) => [
      [`${prefix}index.mdx`, page("Welcome", `Begin with [the guide](/${prefix}guides/install#steps).`)],
      [`${prefix}guides/install.mdx`, page("Install", "Go [back](../index).\n\n## Steps\n\nInstall it.")],
    ]),
  ),
};

test("a move of a page in four languages takes four calls, and leaves no link, entry or address behind", async () => {
  await using worker = await startTestWorker(
    [
      reply.tools(
        { name: "search", input: { query: "install guide" } },
        { name: "grep", input: { pattern: "guides/install", filesOnly: true } },
      ),
      reply.tool("move", { from: "guides/install.mdx", to: "start/set-up.mdx" }),
      reply.tools(VALIDATE),
      reply.tools(finish("Move the installation guide")),
    ],
    { files: MOVED_FILES },
  );

  const job = await worker.run("Move the installation guide to start/set-up");

  expect(job.status).toBe("completed");
  expect(worker.model.requests).toHaveLength(4);
  const [pull] = await worker.pullRequests();
  expect(pull).toMatchObject({ isDraft: false, body: expect.stringContaining("0 new findings") });
  const read = async (path: string) => (await worker.repository.read(path, pull?.branch)) ?? "";
  const { navigation, redirects } = JSON.parse(await read("docs.json"));
  expect(JSON.stringify(navigation)).not.toContain("guides/install");
  for (const prefix of LANGUAGES) {
    expect(await read(`${prefix}index.mdx`)).toContain(`(/${prefix}start/set-up#steps)`);
    expect(await read(`${prefix}start/set-up.mdx`)).toContain("Go [back](../index).");
    expect(redirects).toContainEqual({
      source: `/${prefix}guides/install`,
      destination: `/${prefix}start/set-up`,
    });
  }
});

test("an option is documented as the last one was, by the commit that the history names, in four calls", async () => {
  const options = (...rows: string[]) => page("Options", `| Option | Meaning |\n| --- | --- |\n${rows.join("\n")}`);
  const port = "| `port` | Port of the server. Default: `80`. |";
  const host = "| `host` | Name of the server. Default: `local`. |";
  const path = "reference/options.mdx";
  await using worker = await startTestWorker(
    (request, index) => {
      const commit = /([0-9a-f]{12}) \d{4}-\d\d-\d\d /.exec(request.text)?.[1];
      const row = "| `path` | Folder of the server. Default: `/srv`. |";
      const turns = [
        reply.tools({ name: "search", input: { query: "options" } }, { name: "log", input: { path } }),
        reply.tools({ name: "show", input: { commit } }, { name: "read", input: { path } }),
        reply.tool("edit", { path, old: host, new: `${host}\n${row}` }),
        reply.tools(VALIDATE, finish("Document `path`")),
      ];
      return turns[index];
    },
    { files: { "docs.json": '{ "navigation": { "pages": ["reference/options"] } }\n', [path]: options(port) } },
  );
  await worker.repository.commit({ [path]: options(port, host) });

  const job = await worker.run("Document the option `path`. It names the folder, and is `/srv` by default.");

  expect(job.status).toBe("completed");
  expect(worker.model.requests).toHaveLength(4);
  expect(worker.model.requests[2]?.text).toContain(`+${host}`);
  expect((await worker.pullRequests())[0]?.body).not.toContain("Not found elsewhere");
});

/** Small sites of the six kinds that most docs are built with: configuration, and the path of a page and of its neighbour. */
const SITES: [kind: string, files: Record<string, string>, page: string, other: string][] = [
  [
    "Mintlify",
    { "docs.json": '{"navigation":{"pages":["index","guides/install"]}}\n' },
    "guides/install.mdx",
    "index.mdx",
  ],
  [
    "Docusaurus",
    { "docusaurus.config.js": "module.exports = {};\n", "package.json": '{"dependencies":{"@docusaurus/core":"3"}}\n' },
    "docs/install.md",
    "docs/intro.md",
  ],
  [
    "Nextra",
    { "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})()\n", "content/_meta.json": "{}\n" },
    "content/install.mdx",
    "content/index.mdx",
  ],
  [
    "VitePress",
    { "docs/.vitepress/config.ts": "export default { title: 'Glimmer' }\n" },
    "docs/install.md",
    "docs/index.md",
  ],
  [
    "Fumadocs",
    {
      "source.config.ts": "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs()\n",
      "content/docs/meta.json": '{"pages":["index","install"]}\n',
    },
    "content/docs/install.mdx",
    "content/docs/index.mdx",
  ],
  ["MkDocs", { "mkdocs.yml": "site_name: Glimmer\n" }, "docs/install.md", "docs/index.md"],
];

test.each(SITES)(
  "a model with a strong model's habits ends its work on a site of %s in three calls",
  async (_, files, path, other) => {
    const wrong = path.replace("install", "instal");
    const edit = (old: string): ScriptToolCall => ({ name: "edit", input: { path, old, new: "with pnpm" } });
    await using worker = await startTestWorker(
      [
        reply.tools(
          { name: "read", input: { path } },
          { name: "read", input: { path: [`./${other}`] } },
          { name: "read", input: { path: wrong } },
        ),
        reply.tools(edit("using npm"), VALIDATE, finish("Use pnpm")),
        reply.tools(edit("with npm"), VALIDATE, finish("Use pnpm")),
        reply.text("Which version of pnpm do you mean?"),
      ],
      { files: { ...files, [path]: page("Install", "Install Glimmer with npm."), [other]: page("Home", "Welcome.") } },
    );

    const job = await worker.run("Use pnpm");
    const [, second, third] = worker.model.requests;
    await sendMessage(worker.ctx, { id: job.id, prompt: "Name the version" });
    const asked = await worker.end(job.id);

    expect(second?.text).toContain(`File ${wrong} not found`);
    expect(second?.text).toContain(path);
    expect(third?.text).toContain("Install Glimmer with npm.");
    const [pull, ...others] = await worker.pullRequests();
    expect(await worker.repository.read(path, pull?.branch)).toContain("Install Glimmer with pnpm.");
    expect(pull?.body).toContain("0 new findings");
    expect(others).toEqual([]);
    expect(worker.model.requests).toHaveLength(4);
    expect(asked).toMatchObject({
      status: "completed",
      prLink: job.prLink,
      messageToUser: "Which version of pnpm do you mean?",
    });
  },
);
