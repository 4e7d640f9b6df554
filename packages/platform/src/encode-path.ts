/** A path as part of an address: `#`, `?` and what else would end it, encoded. Its slashes stay. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
