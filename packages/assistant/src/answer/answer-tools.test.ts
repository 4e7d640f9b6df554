import { reply, type Script } from "@docsteward/model-script/script";
import { expect, test } from "vitest";
import { askScripted, HARBOR_FILES, siteOf } from "./testing-answers.ts";

const section = (name: string) =>
  `## ${name}\n\n${`The ${name.toLowerCase()} is set and taken in by hand. `.repeat(40)}\n\n`;
const SHIP = await siteOf({
  ...HARBOR_FILES,
  "ship.md": `# Ship\n\nA ship has sails.\n\n${["Mainsail", "Jib", "Spinnaker", "Storm sail", "Gennaker", "Staysail", "Topsail"].map(section).join("")}`,
});

/** What a tool says to the model. */
async function useTool(name: string, input: object, question = "How large may an upload be?") {
  const script: Script = (_, index) => (index === 0 ? reply.tool(name, input) : reply.text("Done."));
  const { requests, record } = await askScripted(script, question, { site: SHIP, pageCount: 1 });
  const [first = "", second = ""] = requests.map(({ text }) => text);
  return { said: second.slice(first.length), record, requests };
}

test("the schemas of tools say only what a model can act on", async () => {
  const { requests } = await useTool("search", { query: "size limit" });
  const tools = JSON.stringify(requests[0]?.body.tools);

  expect(tools).toContain('"type":"object"');
  expect(tools).not.toContain("$schema");
});

test("passages that the model has are named, and not given again", async () => {
  const { said } = await useTool("search", { query: "size limit of an upload" });

  expect(said).toMatch(/Already given: <passages-\w+>\n\[\d\] Uploads/);
  expect(said).not.toContain("A file may be 50 MB");
  expect(said).toContain("Harbor stores files");
});

test("a long page comes as its beginning and the outline of its sections", async () => {
  const { said } = await useTool("read_page", { path: "/ship" });

  expect(said).toContain("A ship has sails.");
  expect(said).toContain("5. Storm sail (");
  expect(said).not.toContain("The storm sail is set");
  expect(said.length).toBeLessThan(5_000);
});

test.each([{ heading: "Storm sail" }, { heading: "#storm-sail" }, { from: 5 }])(
  "a page is read by %j",
  async (range) => {
    const { said } = await useTool("read_page", { path: "/ship", ...range });

    expect(said).toContain("The storm sail is set");
    expect(said).not.toContain("The jib is set");
  },
);

test("a heading that a page does not have is answered with those that it has", async () => {
  const { said } = await useTool("read_page", { path: "/ship", heading: "Anchor" });

  expect(said).toMatch(/no section “Anchor”[\s\S]*3\. Jib/);
});

test("a short page is read whole", async () => {
  const { said } = await useTool("read_page", { path: "/guide/backup" });

  expect(said).toContain("harbor backup");
  expect(said).toContain("brings a backup back");
});

test("later calls of the model read what the earlier ones were sent from the provider's cache", async () => {
  const script: Script = (_, index) =>
    index < 3 ? reply.tool("search", { query: `sail ${index}` }) : reply.text("By hand.");
  const history = [
    { role: "user" as const, text: "What is a ship?" },
    { role: "assistant" as const, text: "It has sails." },
  ];
  const { requests } = await askScripted(script, "How is it set?", { site: SHIP, history });

  const marks = requests.map(({ body }) => JSON.stringify(body).split('"cache_control"').length - 1);
  expect(marks).toEqual([2, 3, 3, 3]);
});
