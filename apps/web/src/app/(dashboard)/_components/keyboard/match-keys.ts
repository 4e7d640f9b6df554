/** What a row of pressed keys means among the known ones, and what is still open. */
export type Match = { found: string | null; pending: string[] };

/**
 * Finds the shortcut that was pressed: `["g", "j"]` is `"g j"`. A key that fits nothing after the ones before it begins anew.
 *
 * @param pressed the keys so far, the newest last
 * @param known shortcuts, the keys of each between spaces
 */
export function matchKeys(pressed: readonly string[], known: readonly string[]): Match {
  const text = pressed.join(" ");
  if (known.includes(text)) return { found: text, pending: [] };
  if (known.some((keys) => keys.startsWith(`${text} `))) return { found: null, pending: [...pressed] };
  return pressed.length > 1 ? matchKeys(pressed.slice(1), known) : { found: null, pending: [] };
}
