import type { PullFile } from "../pull/list-pull-files.ts";
import { type Html, html } from "./html.ts";

const MAX_LINES = 2000;
const CLASSES: Record<string, string> = { "+": "add", "-": "del", "@": "hunk" };

/** What becomes of one file. */
export function toDiff({ path, previousPath, status, additions, deletions, patch }: PullFile): Html {
  const lines = (patch ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const shown = lines.slice(0, MAX_LINES);
  return html`<section class="card"><header><span><b>${previousPath && `${previousPath} → `}${path}</b> ${status !== "modified" && status}</span>
<span><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span></header>
${
  patch === undefined
    ? html`<div class="words soft">${status === "renamed" ? "Nothing in it changed." : "Nothing to show."}</div>`
    : html`<pre class="diff" tabindex="0">${shown.map((line) => html`<span class="${CLASSES[line[0] ?? ""] ?? ""}">${line === "" ? " " : line}</span>`)}</pre>`
}
${lines.length > MAX_LINES && html`<div class="words soft">${lines.length - MAX_LINES} more lines</div>`}</section>`;
}
