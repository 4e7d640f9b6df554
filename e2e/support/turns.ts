import { reply } from "@docsteward/model-script/reply";
import type { ScriptTurn } from "@docsteward/model-script/script";

const PAGE = "sdks/browser.mdx";

/** What a model does to mend the sample site's typo: reads the page, edits it, finishes. */
export const TYPO = {
  page: PAGE,
  read: reply.tool("read", { path: PAGE }),
  edit: reply.tool("edit", { path: PAGE, old: "recieve", new: "receive" }),
  finish: reply.tool("finish", { title: "Fix a typo on the browser page", summary: "It says **receive** now." }),
} satisfies Record<string, ScriptTurn | string>;
