import type { Inventory, InventoryPage, SelectPages } from "@docsteward/services/site/inventory";
import { Badge } from "@docsteward/ui/badge";
import { buttonClasses } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { EmptyState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { Download } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { z } from "zod";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { projectHref } from "#components/project-pages.ts";
import { api, orNotFound, orNullWhileUnavailable } from "#server/trpc/caller.ts";
import { SearchField } from "../../conversations/_components/list-controls.tsx";
import { firstParam, type Params, withSearchParams } from "../../conversations/_components/search-params.ts";
import { LinkSelect } from "./_components/link-select.tsx";
import { readPageFilter, toPageParams } from "./page-filter.ts";

export const metadata: Metadata = { title: "Pages" };

const PageNumber = z.coerce.number().int().min(1).max(10_000);
const ROWS = 50;

type Site = { org: string; domain: string };
type Props = { params: Promise<Site>; searchParams: Promise<Params> };

export default async function PagesPage({ params, searchParams }: Props) {
  const site = await params;
  const given = await searchParams;
  const filter = readPageFilter(given);
  const page = PageNumber.safeParse(firstParam(given, "page")).data ?? 1;
  const { page: pages } = await api();
  const inventory = await orNotFound(orNullWhileUnavailable(pages.list({ ...site, ...filter, page, limit: ROWS })));
  if (inventory === null || inventory.siteTotal === 0)
    return (
      <div className="flex flex-col gap-4">
        <PageTitle title="Pages" />
        <NoPages site={site} isIndexed={inventory !== null} />
      </div>
    );
  const path = projectHref(site, "pages");
  const href = (changed: Record<string, string | undefined>) =>
    withSearchParams(path, { ...toPageParams(filter), ...changed });
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Pages">
        <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs tabular-nums">
          {inventory.siteTotal.toLocaleString("en")} pages. Questions of the last {inventory.days} days.
          <a
            href={withSearchParams(`${path}/export`, toPageParams(filter))}
            download
            aria-label="Pages: download CSV"
            className="inline-flex items-center gap-1 text-brand underline-offset-2 hover:underline"
          >
            <Download aria-hidden className="size-3" />
            CSV
          </a>
        </p>
      </PageTitle>
      <Filters inventory={inventory} filter={filter} href={href} />
      {inventory.pages.length === 0 ? (
        <Notice>No matching pages. Remove a filter to see more.</Notice>
      ) : (
        <PageTable inventory={inventory} site={site} />
      )}
      <Pages page={page} inventory={inventory} href={href} />
    </div>
  );
}

type Href = (changed: Record<string, string | undefined>) => string;

const USES = [
  [undefined, "All"],
  ["uncited", "Never cited"],
  ["poor", "In bad or missing answers"],
] as const;
const FINDINGS = [
  [undefined, "All pages"],
  ["errors", "With errors"],
  ["any", "With errors or warnings"],
] as const;
const AGES = [
  ["", "Any age"],
  ["30", "Over 30 days old"],
  ["90", "Over 90 days old"],
  ["180", "Over 180 days old"],
  ["365", "Over a year old"],
] as const;
const SORTS = [
  ["address", "By address"],
  ["oldest", "Oldest first"],
  ["newest", "Newest first"],
  ["citations", "Most cited"],
  ["unanswered", "Most unanswered"],
  ["down", "Most rated bad"],
  ["findings", "Most errors"],
] as const;

function Filters({ inventory, filter, href }: { inventory: Inventory; filter: SelectPages; href: Href }) {
  const { languages, versions, groups } = inventory;
  const values = [
    { name: "language", label: "Language", all: "All languages", known: languages, chosen: filter.language },
    { name: "version", label: "Version", all: "All versions", known: versions, chosen: filter.version },
    { name: "group", label: "Group", all: "All groups", known: groups, chosen: filter.group },
  ].filter(({ known, chosen }) => known.length > 0 || chosen !== undefined);
  const age = filter.olderThanDays?.toString() ?? "";
  const ages = AGES.some(([value]) => value === age) ? AGES : [...AGES, [age, `Over ${age} days old`] as const];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField label="Search pages" value={filter.search ?? ""} href={href({ q: undefined })} />
      <FilterLinks
        label="Use"
        choices={USES.map(([value, label]) => ({
          label,
          href: href({ use: value }),
          isCurrent: filter.use === value,
        }))}
      />
      {values.map(({ name, label, all, known, chosen }) => (
        <LinkSelect
          key={name}
          label={label}
          choices={[
            { label: all, href: href({ [name]: undefined }), isCurrent: chosen === undefined },
            ...[...new Set([...known, ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
              label: value,
              href: href({ [name]: value }),
              isCurrent: value === chosen,
            })),
          ]}
        />
      ))}
      <LinkSelect
        label="Checks"
        choices={FINDINGS.map(([value, label]) => ({
          label,
          href: href({ findings: value }),
          isCurrent: filter.findings === value,
        }))}
      />
      <LinkSelect
        label="Age"
        choices={ages.map(([value, label]) => ({
          label,
          href: href({ age: value || undefined }),
          isCurrent: value === age,
        }))}
      />
      <LinkSelect
        label="Sort by"
        choices={SORTS.map(([value, label]) => ({
          label,
          href: href({ sort: value === "address" ? undefined : value }),
          isCurrent: value === (filter.sort ?? "address"),
        }))}
      />
    </div>
  );
}

const FIGURES = [
  ["citations", "Citations"],
  ["answered", "Answered"],
  ["unanswered", "Unanswered"],
  ["up", "Rated good"],
  ["down", "Rated bad"],
] as const;

/** On a phone the figures that one acts on stay in view; the page itself has the others. */
const NARROW = new Set<string>(["citations", "unanswered"]);
const WIDE_ONLY = "max-sm:hidden";

function PageTable({ inventory, site }: { inventory: Inventory; site: Site }) {
  const { languages, versions, enforcesGroups } = inventory;
  const has = { language: languages.length > 0, version: versions.length > 0, groups: enforcesGroups };
  return (
    <Table aria-label="Pages">
      <TableHead>
        <TableRow>
          <TableHeader>Page</TableHeader>
          {has.language && <TableHeader>Language</TableHeader>}
          {has.version && <TableHeader>Version</TableHeader>}
          <TableHeader className={WIDE_ONLY}>Changed</TableHeader>
          <TableHeader>Checks</TableHeader>
          {has.groups && <TableHeader>Restricted to</TableHeader>}
          {FIGURES.map(([key, label]) => (
            <TableHeader key={key} className={cn("text-right", !NARROW.has(key) && WIDE_ONLY)}>
              {label}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {inventory.pages.map((page) => (
          <TableRow key={page.file}>
            <TableCell className="sm:min-w-56">
              <Link
                href={withSearchParams(projectHref(site, "pages/details"), { path: page.path })}
                prefetch={false}
                className="block max-w-40 hover:underline sm:max-w-96"
              >
                <span className="block truncate font-medium">{page.title}</span>
                <span className="block truncate font-mono text-muted-foreground text-xs">{page.path}</span>
              </Link>
            </TableCell>
            {has.language && <TableCell>{page.language ?? "–"}</TableCell>}
            {has.version && <TableCell>{page.version ?? "–"}</TableCell>}
            <TableCell className={cn("whitespace-nowrap text-muted-foreground tabular-nums", WIDE_ONLY)}>
              {page.changedAt === null ? "Unknown" : <RelativeTime at={page.changedAt} />}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <Findings page={page} />
            </TableCell>
            {has.groups && (
              <TableCell>
                <Restriction page={page} />
              </TableCell>
            )}
            {FIGURES.map(([key]) => (
              <TableCell
                key={key}
                isNumber
                className={cn(page[key] === 0 && "text-muted-foreground", !NARROW.has(key) && WIDE_ONLY)}
              >
                {page[key].toLocaleString("en")}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Findings({ page: { findings } }: { page: Pick<InventoryPage, "findings"> }) {
  if (findings === null) return <span className="text-muted-foreground">Not checked</span>;
  const { errors, warnings } = findings;
  if (errors + warnings === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="flex gap-1.5">
      {errors > 0 && <Badge tone="destructive">{formatCount(errors, "error")}</Badge>}
      {warnings > 0 && <Badge tone="warning">{formatCount(warnings, "warning")}</Badge>}
    </span>
  );
}

const formatCount = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

function Restriction({ page: { restrictedTo } }: { page: Pick<InventoryPage, "restrictedTo"> }) {
  if (restrictedTo === null) return <Badge tone="warning">No one</Badge>;
  if (restrictedTo.length === 0) return <span className="text-muted-foreground">Everyone</span>;
  return <span className="block max-w-48 truncate">{restrictedTo.join(", ")}</span>;
}

/** Backwards and forwards through the list; nothing while it fits on one page. */
function Pages({ page, inventory, href }: { page: number; inventory: Inventory; href: Href }) {
  const { pages, total } = inventory;
  if (total <= ROWS && page === 1) return null;
  const first = (page - 1) * ROWS + 1;
  const last = first + pages.length - 1;
  const count = (value: number) => value.toLocaleString("en");
  const shown = pages.length === 0 ? `None of ${count(total)}` : `${count(first)}–${count(last)} of ${count(total)}`;
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-between gap-3">
      <p className="text-muted-foreground text-xs tabular-nums">{shown}</p>
      <div className="flex gap-1.5">
        {page > 1 && (
          <Link
            href={href({ page: page > 2 ? String(page - 1) : undefined })}
            className={buttonClasses({ size: "sm" })}
          >
            Previous
          </Link>
        )}
        {last < total && (
          <Link href={href({ page: String(page + 1) })} className={buttonClasses({ size: "sm" })}>
            Next
          </Link>
        )}
      </div>
    </nav>
  );
}

function NoPages({ site, isIndexed }: { site: Site; isIndexed: boolean }) {
  return (
    <EmptyState title={isIndexed ? "No pages" : "Not indexed yet"}>
      <p className="text-muted-foreground">
        {isIndexed
          ? "The project's folder holds no Markdown pages. Choose another folder in the settings."
          : "The list appears when the first index run ends."}
      </p>
      <Link href={projectHref(site, isIndexed ? "settings" : "settings/index")} className={buttonClasses()}>
        {isIndexed ? "Open settings" : "Open index"}
      </Link>
    </EmptyState>
  );
}
