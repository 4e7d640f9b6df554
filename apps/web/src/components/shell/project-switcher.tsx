"use client";

import { Button } from "@docsteward/ui/button";
import { Menu, MenuLink, MenuSeparator } from "@docsteward/ui/menu";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { useProjectPath } from "../project-context.tsx";

/** Names the project of the page and leads to the others. */
export function ProjectSwitcher() {
  const site = useProjectPath();
  const [isOpen, setIsOpen] = useState(false);
  const trpc = useTRPC();
  // The pages of the project bring its name; until then its domain stands in for it.
  const { data: name } = useQuery(trpc.project.name.queryOptions(site ?? { org: "", domain: "" }, { enabled: false }));
  const { data, error } = useQuery({ ...trpc.project.list.queryOptions(), enabled: isOpen, staleTime: 30_000 });
  if (site === null) return null;
  return (
    <Menu
      onOpenChange={setIsOpen}
      align="start"
      className="min-w-56"
      trigger={
        <Button variant="ghost" size="text" weight="normal">
          <span className="max-w-28 truncate max-sm:hidden">{site.org}</span>
          <span aria-hidden className="text-border max-sm:hidden">
            /
          </span>
          <span className="truncate font-medium text-foreground">{name ?? site.domain}</span>
          <ChevronsUpDown aria-label="Switch project" />
        </Button>
      }
    >
      {data?.map(({ id, org, domain, name: itsName }) => (
        <MenuLink key={id} render={<Link href={`/${org}/${domain}`} />}>
          <span className="min-w-0 flex-1 truncate">
            <span className="text-muted-foreground">{org} / </span>
            {itsName}
          </span>
          {org === site.org && domain === site.domain && <Check aria-label="Current project" />}
        </MenuLink>
      ))}
      {data === undefined && <p className="px-2 py-1 text-muted-foreground">{error ? error.message : "Loading…"}</p>}
      <MenuSeparator />
      <MenuLink render={<Link href="/" />}>All projects</MenuLink>
    </Menu>
  );
}
