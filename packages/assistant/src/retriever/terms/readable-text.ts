/** The words of a Markdown or MDX text, code included: no addresses, marks and tags, but the titles that tags give. */
export function readableText(markdown: string): string {
  return markdown
    .replace(/^\s{0,12}(?:`{3,}|~{3,}).*$/gm, (line) => titlesOf(line))
    .replace(/\{\{[<%]([^\n]*?)[>%]\}\}/g, (_, inside: string) => (inside.match(/"[^"]+"/g) ?? []).join(" "))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^[\]]+)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^\]]*\]/g, "$1")
    .replace(/^ {0,3}\[[^\]]+\]:\s+\S+.*$/gm, " ")
    .replace(/<\/?[A-Za-z][\w.:-]*(\s[^<>]*)?\/?>/g, (_, attributes?: string) => ` ${titlesOf(attributes ?? "")} `);
}

function titlesOf(attributes: string): string {
  const titles = attributes.matchAll(/\b(?:title|label|name|header|description)=["']([^"']+)["']/g);
  return Array.from(titles, ([, title]) => title).join(" ");
}
