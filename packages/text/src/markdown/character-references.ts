import { characterEntitiesLegacy } from "character-entities-legacy";
import { decodeNamedCharacterReference } from "decode-named-character-reference";

const REFERENCE = /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z][a-z0-9]*))(;?)/gi;
const LONGEST_NAME = "CounterClockwiseContourIntegral".length;
/** Names from before HTML asked for a semicolon. */
const OLD_NAMES = new Set(characterEntitiesLegacy);

/**
 * Decodes the character references in an attribute as HTML does: `&#39;`, `&#x27;` and `&apos;`, and the names that need no
 * semicolon (`&lt`), unless they could be parameters of an address (`?a=1&lt=2`). A number that stands for no character is dropped.
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, hex, decimal, name, semicolon, at: number) => {
    if (name === undefined) return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    const isName = semicolon === ";" ? name.length <= LONGEST_NAME : OLD_NAMES.has(name);
    if (!isName || (semicolon === "" && text[at + whole.length] === "=")) return whole;
    return decodeNamedCharacterReference(name) || whole;
  });
}

const characterOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");
