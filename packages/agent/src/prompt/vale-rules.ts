const MAX_WORDS = 150;
const MAX_RULES = 60;
const MAX_LINES = 150;

type ValeInput = {
  /** The configuration of the linter. */
  path: string;
  text: string;
  all: ReadonlySet<string>;
  read(paths: readonly string[]): Promise<Map<string, string>>;
};

/**
 * Says in sentences what the prose linter Vale checks in a repository: its lists of words, the replacements it asks for, what to
 * avoid, and the case of headings. Read by lines, without YAML: a rule that is written otherwise is left out.
 */
export async function readValeRules({ path, text, all, read }: ValeInput): Promise<string> {
  const config = readConfig(text);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const styles = `${folder}${(config.get("StylesPath")?.[0] ?? "styles").replace(/^\.\//, "")}`.replace(/\/$/, "");
  const vocabularies = config.get("Vocab") ?? [];
  const lists = vocabularies.flatMap((name) =>
    [`${styles}/config/vocabularies/${name}`, `${styles}/Vocab/${name}`].flatMap((place) =>
      (["accept", "reject"] as const).map((list) => ({ path: `${place}/${list}.txt`, list })),
    ),
  );
  const used = (config.get("BasedOnStyles") ?? []).map((name) => `${styles}/${name}/`);
  const rules = [...all]
    .filter((file) => file.endsWith(".yml") && used.some((start) => file.startsWith(start)))
    .sort()
    .slice(0, MAX_RULES);
  const texts = await read([...lists.map((list) => list.path), ...rules].filter((file) => all.has(file)));
  const words = (wanted: "accept" | "reject") =>
    lists.flatMap((list) => (list.list === wanted ? readWords(texts.get(list.path) ?? "") : []));
  const lines = [
    ...listed("Terms that are spelled like this", words("accept").filter(saysCase)),
    ...listed("Never write", words("reject")),
    ...rules.flatMap((rule) => readRule(texts.get(rule) ?? "")),
  ];
  return lines.slice(0, MAX_LINES).join("\n");
}

/** The values of an INI file's keys over all its sections; a list is separated by commas. */
function readConfig(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf("=");
    if (at < 0 || /^\s*[#;]/.test(line)) continue;
    const key = line.slice(0, at).trim();
    const items = line
      .slice(at + 1)
      .split(",")
      .map((item) => item.trim())
      .filter(isName);
    values.set(key, [...new Set([...(values.get(key) ?? []), ...items])]);
  }
  return values;
}

const isName = (item: string) => item !== "" && item.length <= 200 && !item.split("/").includes("..");

const readWords = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#") && line.length <= 100);

/** The other entries of the list only extend a spelling checker: they have no second spelling. */
const saysCase = (word: string) => /\p{Lu}/u.test(word) && !word.startsWith("(?i)");

function listed(title: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const rest = words.length - MAX_WORDS;
  return [`${title}: ${words.slice(0, MAX_WORDS).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}.`];
}

/** The top-level values of a rule, and the lines below each key that has none. */
function readRule(text: string): string[] {
  const values = new Map<string, string>();
  const below = new Map<string, string[]>();
  let key = "";
  for (const line of text.split(/\r?\n/)) {
    const item = line.trim();
    if (item === "" || item.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (/^\S/.test(line) && !line.startsWith("-") && colon > 0) {
      key = line.slice(0, colon);
      values.set(key, unquote(line.slice(colon + 1)));
      below.set(key, []);
    } else below.get(key)?.push(item);
  }
  const kind = values.get("extends");
  if (kind === "substitution") {
    return (below.get("swap") ?? []).flatMap((item) => {
      const at = item.search(/:\s/);
      const wrong = at < 0 ? null : alternatives(unquote(item.slice(0, at)));
      const right = unquote(item.slice(at + 1)).split("|");
      return wrong === null ? [] : [`Write ${quoted(right)}, not ${quoted(wrong)}.`];
    });
  }
  if (kind === "existence") {
    const tokens = [...(below.get("tokens") ?? []), ...(below.get("raw") ?? [])].map((item) =>
      unquote(item.replace(/^-\s*/, "")),
    );
    const message = values.get("message") ?? "";
    const isPlain = tokens.every((token) => !/[\\[\](){}|^$]/.test(token));
    // A pattern says less than the sentence that the rule has for people.
    return isPlain || message === ""
      ? listed("Avoid", tokens)
      : withWords(message.slice(0, 300), tokens.map(alternatives));
  }
  const isOfHeadings = /heading/.test(values.get("scope") ?? "") || below.get("scope")?.some((s) => /heading/.test(s));
  if (kind !== "capitalization" || !isOfHeadings) return [];
  const match = values.get("match") ?? "";
  const form = { $sentence: "sentence case", $title: "title case", $lower: "lower case", $upper: "capitals" }[match];
  return form === undefined ? [] : [`Write headings in ${form}.`];
}

const unquote = (value: string) => value.trim().replace(/^["']|["']$/g, "");

const quoted = (words: readonly string[]) =>
  words
    .map((word) => `“${word}”`)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");

const GROUP = /^([^()]*)\(\?:([^()]*)\)([^()]*)$/;

/** The words that a simple pattern matches; null for one that says nothing to a reader. */
function alternatives(pattern: string): string[] | null {
  const plain = pattern
    // In double quotes YAML writes a backslash as two.
    .replaceAll("\\\\", "\\")
    .replaceAll("\\b", "")
    .replace("(?i)", "")
    .replace(/\(\?=[^()]*\)$/, "");
  const [, before = "", inside = plain, after = ""] = GROUP.exec(plain) ?? [];
  if (before.includes("|") || after.includes("|")) return null;
  const words = inside.split("|").map((word) => (before + word + after).replace(/\\([.+-])/g, "$1"));
  return words.every((word) => word !== "" && !/[\\[\](){}^$*?]/.test(word)) ? words : null;
}

const MAX_NAMED = 12;

/**
 * A rule's message with the words that it is about in the place where Vale puts the one it found. Where no reader would know the
 * words from the rule's patterns, the sentence continues without them, or is left out.
 */
function withWords(message: string, found: readonly (string[] | null)[]): string[] {
  const whole = message.replaceAll("'%s'", "%s");
  if (!whole.includes("%s")) return [whole];
  const words = found.flatMap((known) => known ?? []);
  if (words.length <= MAX_NAMED && found.every((known) => known !== null))
    return [whole.replaceAll("%s", () => quoted(words))];
  const rest = whole.replace(/ \(%s\)|(?:, not| such as in| such as| instead of| in) %s(?=[.!]?$)/, "");
  return rest.includes("%s") ? [] : [rest];
}
