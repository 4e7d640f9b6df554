import { expect, test } from "vitest";
import { readIndexedSite } from "../page/testing.ts";
import { createRetriever } from "./create-retriever.ts";

test("finds the page that speaks of a question, with the passage that does", async () => {
  const retriever = createRetriever(
    await readIndexedSite({
      "index.md": "# Home\n",
      "guide/proxy.md":
        "# Proxies\n\nRun it behind a reverse proxy.\n\n## Root path\n\nSet `rootPath` to the prefix.\n",
      "guide/install.md": "# Installation\n\nRun the installer.\n",
    }),
  );

  const [hit] = await retriever.search({ text: "how do I set the rootPath?", limit: 5 });

  expect(hit?.page.path).toBe("/guide/proxy");
  expect(hit?.passages[0]?.chunk.anchor).toBe("root-path");
});
