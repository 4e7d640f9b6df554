"use client";
import { Button } from "@docsteward/ui/button";
import { Menu, MenuLink } from "@docsteward/ui/menu";
import { Download } from "lucide-react";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";

const TABLES = [
  { table: "calls", label: "Requests by key and day" },
  { table: "costs", label: "Costs by model and day" },
  { table: "jobs", label: "Costs by job" },
];

/** Downloads what the page shows, whole. */
export function ExportMenu() {
  const site = useSite();
  return (
    <Menu
      trigger={
        <Button size="sm">
          <Download aria-hidden />
          Export CSV
        </Button>
      }
    >
      {TABLES.map(({ table, label }) => (
        <MenuLink key={table} render={<a href={partHref(site, `usage/export/${table}`)} download />}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
