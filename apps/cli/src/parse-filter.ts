import { SearchFilter } from "@docsteward/contract/search-filter";
import { InvalidArgumentError } from "commander";

/** Adds `name=value` to the filter of a search. Groups add up; of all others the last one counts. */
export function parseFilter(text: string, earlier: SearchFilter): SearchFilter {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const given = name === "groups" ? { groups: [...(earlier.groups ?? []), value] } : { [name]: value };
  const parsed = SearchFilter.safeParse({ ...earlier, ...given });
  if (at < 1 || value === "" || !parsed.success) {
    throw new InvalidArgumentError(`It must be ${Object.keys(SearchFilter.shape).join(", ")}, then = and a value.`);
  }
  return parsed.data;
}
