import type { Pull } from "../state.ts";
import { type Html, html } from "./html.ts";

/** How a pull request stands, as a coloured word. */
export function toState(pull: Pick<Pull, "state" | "merged" | "isDraft">): Html {
  if (pull.merged) return html`<span class="state merged">Merged</span>`;
  if (pull.state === "closed") return html`<span class="state closed">Closed</span>`;
  return pull.isDraft ? html`<span class="state draft">Draft</span>` : html`<span class="state open">Open</span>`;
}
