import { cutPairs } from "@docsteward/platform/cut-text";

/** A name after an @, which is no part of an address, with what follows it. */
const MENTION = /(?<![\w@/.-])@([a-z0-9-]+)(?:\[bot\])?(?![\w-])[,:]?[ \t]?/gi;
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/**
 * The words of a comment that speaks to an App: the whole of it without the App's name and without what is quoted of others.
 *
 * @param slug the App's name in addresses; people write it with an @, or as the bot it signs with
 * @returns null where the App is not spoken to; names in code and in quotes are not meant
 */
export function readMention(body: string, slug: string): string | null {
  const name = slug.replaceAll(/[^a-z0-9-]/gi, "").toLowerCase();
  const withoutName = (text: string) =>
    text.replaceAll(MENTION, (whole, mentioned: string) => (mentioned.toLowerCase() === name ? "" : whole));
  const own = cutPairs(body, [["<!--", "-->"]])
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .join("\n");
  // What is split off by a pattern in brackets stands at the odd places.
  const parts = own.split(CODE).map((text, index) => (index % 2 === 1 ? text : withoutName(text)));
  const words = parts.join("");
  return words === own ? null : words.trim();
}
