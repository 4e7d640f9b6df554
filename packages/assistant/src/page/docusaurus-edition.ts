import type { Site } from "@docsteward/docs/site/site";

/** Which version and translation of a Docusaurus site a file belongs to. */
export type DocusaurusEdition = {
  /** As the folder names it; null for the site's own language. */
  language: string | null;
  /** Null for the pages that are being written. */
  version: string | null;
  /** The page that it is a translation of, or itself. */
  original: string;
};

/** Tells by its path which language and which frozen version a file is of. */
export function docusaurusEdition(site: Site, file: string): DocusaurusEdition {
  const translation = readTranslation(file);
  const frozen = joined(site.versions?.folder ?? "", "versioned_docs/version-");
  if (translation !== null) {
    const { language, version, rest } = translation;
    const folder = version === null ? site.root : frozen + version;
    return { language, version, original: joined(folder, rest) };
  }
  const [own = null] = file.startsWith(frozen) ? file.slice(frozen.length).split("/") : [];
  return { language: null, version: own, original: file };
}

/** `i18n/fr/docusaurus-plugin-content-docs/version-2/a.md` is the French page `a.md` of version 2. */
function readTranslation(file: string): { language: string; version: string | null; rest: string } | null {
  const parts = file.split("/");
  const at = parts.findIndex((part, index) => part === "i18n" && parts[index + 2] === "docusaurus-plugin-content-docs");
  const [language, , folder, ...rest] = at < 0 ? [] : parts.slice(at + 1);
  if (!language || folder === undefined || rest.join("/") === "") return null;
  if (folder === "current") return { language, version: null, rest: rest.join("/") };
  const version = folder.startsWith("version-") ? folder.slice("version-".length) : "";
  return version === "" ? null : { language, version, rest: rest.join("/") };
}

/** Whether readers of this version have come to it by choice: the site's base leads to another. */
export function isAside(site: Site, version: string | null): boolean {
  if (site.versions === null) return false;
  return (version === null ? site.versions.current : site.versions.places.get(version)) !== "";
}

const joined = (folder: string, rest: string) => (folder === "" ? rest : `${folder}/${rest}`);
