import { expect, test } from "vitest";
import { readIndexedSite } from "../testing.ts";
import { createRetriever } from "./create-retriever.ts";
import { createSynonyms, findSynonyms } from "./synonyms.ts";

const FILES = {
  "index.md": "# Home\n\nWelcome to the parcel service.\n",
  "kubernetes.md": "# Kubernetes\n\nRun the parcel service on Kubernetes.\n",
  "sso.md": "# SSO\n\nMembers sign in by SSO.\n",
  "signs.md": "# Road signs\n\nA sign is on each single road.\n",
};
const SYNONYMS = [
  ["k8s", "kubernetes"],
  ["SSO", "single sign-on"],
];

async function openSite(synonyms: string[][] = SYNONYMS) {
  const retriever = await createRetriever(await readIndexedSite(FILES), { synonyms });
  const find = async (text: string) => (await retriever.search({ text, limit: 5 })).map(({ page }) => page.path);
  const suggest = async (text: string) =>
    (await retriever.suggest({ text, limit: 5 })).map(({ page, heading }) => heading?.text ?? page.title);
  return { retriever, find, suggest };
}

test("a word is found by its synonym, also with other words of the query", async () => {
  const { find } = await openSite();

  expect(await find("k8s")).toEqual(["/kubernetes"]);
  expect((await find("run the service on k8s"))[0]).toBe("/kubernetes");
  expect(await (await openSite([])).find("k8s")).toEqual([]);
});

test("a term of several words is found by its synonym, and the other way round", async () => {
  const { find } = await openSite();

  expect((await find("single sign-on"))[0]).toBe("/sso");
  expect(await (await openSite([["road", "interstate highway"]])).find("interstate highway")).toEqual(["/signs"]);
  expect((await (await openSite([])).find("single sign-on"))[0]).toBe("/signs");
});

test("a word that the site has is found first, and its synonym behind it", async () => {
  const { find } = await openSite([["home", "kubernetes"]]);

  expect(await find("kubernetes")).toEqual(["/kubernetes", "/"]);
});

test("synonyms are suggested and highlighted", async () => {
  const { retriever, suggest } = await openSite();

  expect((await suggest("k8s"))[0]).toBe("Kubernetes");
  expect((await suggest("single sign on"))[0]).toBe("SSO");
  expect(retriever.highlighter({ text: "k8s" })("Kubernetes is K8s.")).toContainEqual({ start: 0, end: 10 });
});

test("the longest term at a place counts, in any inflection, and what is one way to say it gives the others", () => {
  const synonyms = createSynonyms([
    ["key", "token"],
    ["api key", "credential"],
  ]);

  expect(findSynonyms(synonyms, ["rotate", "api", "keys"])).toEqual([{ from: 1, to: 3, others: [["credential"]] }]);
  expect(findSynonyms(synonyms, ["credentials"])).toEqual([{ from: 0, to: 1, others: [["api", "key"]] }]);
});
