import { type AuditFilter, AuditFilter as Filter } from "@docsteward/services/audit/list";
import { firstParam, type Params } from "#app/(dashboard)/[org]/[domain]/conversations/_components/search-params.ts";

/** What the address of the audit log says. A value that the log does not know counts as none. */
export function readAuditFilter(params: Params): AuditFilter {
  const { subject, search, from, to } = Filter.shape;
  const value = (name: string) => firstParam(params, name) || undefined;
  return {
    subject: subject.safeParse(value("about")).data,
    search: search.safeParse(value("q")?.slice(0, 200)).data,
    from: from.safeParse(value("from")).data,
    to: to.safeParse(value("to")).data,
  };
}

/** The same as parameters of an address. */
export function toAuditParams({ subject, search, from, to }: AuditFilter): Record<string, string | undefined> {
  return { about: subject, q: search, from, to };
}
