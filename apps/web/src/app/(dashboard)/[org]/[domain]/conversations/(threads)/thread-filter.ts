import { ListThreads } from "@docsteward/services/thread/list";
import { firstParam, type Params } from "../_components/search-params.ts";

/** What narrows the list of threads. */
export type ThreadFilter = Pick<ListThreads, "search" | "about" | "days" | "from" | "to">;

/** What the address of the list says. A value that the list does not know counts as none. */
export function readThreadFilter(params: Params): ThreadFilter {
  const { search, about, days, from, to } = ListThreads.shape;
  const value = (name: string) => firstParam(params, name) || undefined;
  const given = value("days");
  return {
    search: search.safeParse(value("q")?.slice(0, 200)).data,
    about: about.safeParse(value("about")).data,
    days: days.safeParse(given === undefined ? undefined : Number(given)).data,
    from: from.safeParse(value("from")).data,
    to: to.safeParse(value("to")).data,
  };
}

/** The same as parameters of an address. */
export function toThreadParams({ search, days, ...rest }: ThreadFilter): Record<string, string | undefined> {
  return { q: search, days: days?.toString(), ...rest };
}
