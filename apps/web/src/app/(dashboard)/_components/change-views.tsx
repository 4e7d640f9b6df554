"use client";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import { Eye, FileDiff } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ComponentType, ReactNode } from "react";
import { Notice } from "./notice.tsx";
import { PullDiff } from "./pull-diff.tsx";

const PullPreview = dynamic(() => import("./pull-preview.tsx").then((module) => module.PullPreview));

const CHANGE_VIEWS = ["changes", "preview"] as const;

type Props = {
  site: { org: string; domain: string };
  /** The pull request; or why there is none. */
  pull: number | { missing: string };
  /** Address of its repository. */
  repository: string;
  label: string;
  className?: string;
  /** A further view, by the name that a link has for it. */
  more?: { value: string; title: ReactNode; children: ReactNode };
};

/** What a pull request changes: line by line, or as its readers will see it. A link can name the view. */
export function ChangeViews({ site, pull, repository, label, className, more }: Props) {
  const views = more === undefined ? CHANGE_VIEWS : [...CHANGE_VIEWS, more.value];
  const [view, setView] = useQueryState("tab", parseAsStringLiteral(views).withDefault("changes"));
  const show = (Part: ComponentType<Pick<Props, "site" | "repository"> & { number: number }>) =>
    typeof pull === "number" ? (
      <Part site={site} number={pull} repository={repository} />
    ) : (
      <Notice>{pull.missing}</Notice>
    );
  return (
    <Tabs value={view} onValueChange={(next) => void setView(next)}>
      <TabList aria-label={label} className={className}>
        <Tab value="changes">
          <FileDiff aria-hidden />
          Changes
        </Tab>
        <Tab value="preview">
          <Eye aria-hidden />
          Preview
        </Tab>
        {more && <Tab value={more.value}>{more.title}</Tab>}
      </TabList>
      <TabPanel value="changes">{show(PullDiff)}</TabPanel>
      <TabPanel value="preview">{show(PullPreview)}</TabPanel>
      {more && <TabPanel value={more.value}>{more.children}</TabPanel>}
    </Tabs>
  );
}
