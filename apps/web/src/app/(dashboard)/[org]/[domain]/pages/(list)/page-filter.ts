import { SelectPages as Selection, type SelectPages } from "@docsteward/services/site/inventory";
import { firstParam, type Params } from "../../conversations/_components/search-params.ts";

/** What the address of the list says. A value that the list does not know counts as none. */
export function readPageFilter(params: Params): SelectPages {
  const { search, language, version, group, use, findings, olderThanDays, sort } = Selection.shape;
  const value = (name: string) => firstParam(params, name) || undefined;
  const days = value("age");
  return {
    search: search.safeParse(value("q")?.slice(0, 200)).data,
    language: language.safeParse(value("language")).data,
    version: version.safeParse(value("version")).data,
    group: group.safeParse(value("group")).data,
    use: use.safeParse(value("use")).data,
    findings: findings.safeParse(value("findings")).data,
    olderThanDays: olderThanDays.safeParse(days === undefined ? undefined : Number(days)).data,
    sort: sort.safeParse(value("sort")).data,
  };
}

/** The same as parameters of an address. */
export function toPageParams({ search, olderThanDays, ...rest }: SelectPages): Record<string, string | undefined> {
  return { q: search, age: olderThanDays?.toString(), ...rest };
}
