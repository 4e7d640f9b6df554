const ENTITY = /&(?:#x([0-9a-f]{1,8})|#([0-9]{1,8})|(colon|tab|newline|lpar|amp|quot|lt|gt));?/gi;
const NAMED: Record<string, string> = {
  colon: ":",
  tab: "\t",
  newline: "\n",
  lpar: "(",
  amp: "&",
  quot: '"',
  lt: "<",
  gt: ">",
};
/** What browsers skip in a scheme, and what no reader sees. */
const SKIPPED = /[\s\p{Cc}\\\p{Cf}\p{DI}]/gu;
const SCHEME = /^([a-z][a-z0-9+.-]{1,30}):/;
const RUNNING = new Set(["javascript", "vbscript", "livescript", "blob", "filesystem", "view-source", "jar", "mhtml"]);
const HARMLESS_DATA = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/|audio\/|video\/)/;

/** Reads the character references that can hide a scheme: numbers, and the few names that stand for signs of one. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex, decimal, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/**
 * Whether an address runs code or opens a document of its own when it is followed: `javascript:`, `data:text/html` and the like,
 * however they are spelt. Reads more spellings than any browser does.
 */
export function isScriptAddress(value: string, { isImage = false } = {}): boolean {
  if (!value.includes(":") && !value.includes("&")) return false;
  const plain = decodeEntities(value).replace(SKIPPED, "").toLowerCase();
  const scheme = SCHEME.exec(plain)?.[1];
  if (scheme === undefined) return false;
  if (scheme !== "data") return RUNNING.has(scheme);
  return !(HARMLESS_DATA.test(plain) || (isImage && plain.startsWith("data:image/svg+xml")));
}
