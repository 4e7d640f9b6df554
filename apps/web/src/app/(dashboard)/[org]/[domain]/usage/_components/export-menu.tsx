"use client";
import { Button } from "@docsteward/ui/button";
import { Menu, MenuContent, MenuLink, MenuTrigger } from "@docsteward/ui/menu";
import { Download } from "lucide-react";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";

const TABLES = [
  { table: "calls", label: "Calls by key and day" },
  { table: "costs", label: "Costs by model and day" },
  { table: "jobs", label: "Jobs with their costs" },
];

/** Downloads what the page shows, whole. */
export function ExportMenu() {
  const site = useSite();
  return (
    <Menu>
      <MenuTrigger
        render={
          <Button size="sm">
            <Download aria-hidden />
            Export CSV
          </Button>
        }
      />
      <MenuContent>
        {TABLES.map(({ table, label }) => (
          <MenuLink key={table} render={<a href={partHref(site, `usage/export/${table}`)} download />}>
            {label}
          </MenuLink>
        ))}
      </MenuContent>
    </Menu>
  );
}
