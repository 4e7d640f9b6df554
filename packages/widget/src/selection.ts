const MAX_CHARACTERS = 5_000;
const MIN_CHARACTERS = 3;

type SelectionInput = { isOn(): boolean; label(): string; onChoose(text: string): void };

/** Offers a question about text that the reader selects on the page: a button beside the selection. */
export function followSelection(root: ShadowRoot, { isOn, label, onChoose }: SelectionInput) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "about";
  button.hidden = true;
  root.append(button);
  let text = "";
  const stop = new AbortController();
  const { signal } = stop;

  const look = () => {
    const selection = isOn() ? document.getSelection() : null;
    text = selection?.toString().trim().slice(0, MAX_CHARACTERS) ?? "";
    const isField = document.activeElement?.matches("input,textarea,[contenteditable]") ?? false;
    button.hidden = text.length < MIN_CHARACTERS || isField || !selection || selection.rangeCount === 0;
    if (button.hidden || !selection) return;
    const { bottom, left } = selection.getRangeAt(0).getBoundingClientRect();
    button.textContent = label();
    // Set by script, which a policy against inline styles allows.
    button.style.top = `${Math.min(bottom + 8, innerHeight - 48)}px`;
    button.style.left = `${Math.max(8, Math.min(left, innerWidth - 180))}px`;
  };
  document.addEventListener("pointerup", () => setTimeout(look), { signal });
  document.addEventListener("keyup", (event) => event.shiftKey && look(), { signal });
  document.addEventListener("scroll", () => (button.hidden = true), { signal, passive: true, capture: true });
  // Before the click takes the selection away.
  button.addEventListener("pointerdown", (event) => event.preventDefault(), { signal });
  button.addEventListener(
    "click",
    () => {
      button.hidden = true;
      onChoose(text);
    },
    { signal },
  );
  return {
    stop(): void {
      stop.abort();
      button.remove();
    },
  };
}
