"use client";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import { Eye, FileDiff } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { PullDiff } from "../../../../../_components/pull-diff.tsx";

const PullPreview = dynamic(() =>
  import("../../../../../_components/pull-preview.tsx").then((module) => module.PullPreview),
);

const VIEWS = ["changes", "preview"] as const;

/** What the pull request changes: line by line, or as its readers will see it. */
export function PullViews({ site, number }: { site: { org: string; domain: string }; number: number }) {
  const [view, setView] = useQueryState("tab", parseAsStringLiteral(VIEWS).withDefault("changes"));
  return (
    <Tabs value={view} onValueChange={(next) => void setView(next)}>
      <TabList aria-label="What changes">
        <Tab value="changes">
          <FileDiff aria-hidden />
          Changes
        </Tab>
        <Tab value="preview">
          <Eye aria-hidden />
          Preview
        </Tab>
      </TabList>
      <TabPanel value="changes">
        <PullDiff site={site} number={number} />
      </TabPanel>
      <TabPanel value="preview">
        <PullPreview site={site} number={number} />
      </TabPanel>
    </Tabs>
  );
}
