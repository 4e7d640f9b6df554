"use client";

import { Button } from "@docsteward/ui/button";
import { Menu, MenuLink } from "@docsteward/ui/menu";
import { Download } from "lucide-react";

const FORMATS = { csv: "CSV", json: "JSON" };

/** Downloads what a list shows. @param href the export's address, with the list's filters */
export function ExportMenu({ href }: { href: string }) {
  const hrefOf = (format: string) => `${href}${href.includes("?") ? "&" : "?"}format=${format}`;
  return (
    <Menu
      trigger={
        <Button size="sm">
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      {Object.entries(FORMATS).map(([format, name]) => (
        <MenuLink key={format} render={<a href={hrefOf(format)} download />}>
          {name}
        </MenuLink>
      ))}
    </Menu>
  );
}
