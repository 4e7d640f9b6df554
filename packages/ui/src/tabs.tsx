"use client";
import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type Styled<T> = Omit<T, "className"> & { className?: string };

export const Tabs = BaseTabs.Root;

/** The row of tabs. */
export function TabsList({ className, ...props }: Styled<ComponentProps<typeof BaseTabs.List>>) {
  return <BaseTabs.List className={cn("flex gap-4 border-b", className)} {...props} />;
}

/** One tab; `value` names the panel it opens. */
export function Tab({ className, ...props }: Styled<ComponentProps<typeof BaseTabs.Tab>>) {
  return (
    <BaseTabs.Tab
      className={cn(
        "-mb-px flex cursor-pointer items-center gap-1.5 border-transparent border-b-2 py-2 font-medium text-muted-foreground hover:text-foreground data-active:border-foreground data-active:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

/** What the tab of the same `value` shows. */
export function TabPanel({ className, ...props }: Styled<ComponentProps<typeof BaseTabs.Panel>>) {
  return <BaseTabs.Panel className={cn("pt-3", className)} {...props} />;
}
