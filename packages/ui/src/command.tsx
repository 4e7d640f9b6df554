"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { backdropClasses } from "./dialog.tsx";

/** A field over a list of things to go to and to do, in a window of its own. What is typed narrows the list. */
export function CommandDialog(props: {
  label: string;
  placeholder: string;
  words: string;
  onWordsChange: (words: string) => void;
  onClose: () => void;
  /** Said when nothing is left. */
  empty: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Popup className="-translate-x-1/2 fixed top-[max(1rem,12dvh)] left-1/2 z-50 w-[36rem] max-w-[calc(100vw-2rem)] overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-lg outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="sr-only">{props.label}</Base.Title>
          <Command label={props.label} loop filter={rankEntry}>
            <div className="flex items-center gap-2.5 border-b px-3">
              <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <Command.Input
                value={props.words}
                onValueChange={props.onWordsChange}
                placeholder={props.placeholder}
                className="h-11 w-full bg-transparent outline-none placeholder:text-muted-foreground pointer-coarse:text-base"
              />
            </div>
            <Command.List className="max-h-[min(26rem,60dvh)] scroll-py-1 overflow-y-auto overscroll-contain p-1">
              <Command.Empty className="px-3 py-8 text-center text-muted-foreground">{props.empty}</Command.Empty>
              {props.children}
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * How well an entry fits what was typed: every word must be in its name or its keywords, and the beginning of a word counts more
 * than its middle. Letters that are only somewhere in the entry, in this order, are no match.
 */
export function rankEntry(value: string, search: string, keywords: readonly string[] = []): number {
  const name = value.toLowerCase();
  const other = keywords.join(" ").toLowerCase();
  const ranks = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Math.max(rankWord(name, word), rankWord(other, word) * 0.8));
  return ranks.length === 0 ? 1 : Math.min(...ranks);
}

function rankWord(text: string, word: string): number {
  if (text.startsWith(word)) return 1;
  if (text.includes(` ${word}`)) return 0.9;
  return text.includes(word) ? 0.4 : 0;
}

/** Some entries under a heading; it goes with the last of them. */
export function CommandGroup(props: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={props.heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {props.children}
    </Command.Group>
  );
}

/** One entry. `value` is what it is found by, and its identity; `keywords` are found, too. */
export function CommandItem({ className, ...props }: ComponentProps<typeof Command.Item>) {
  return (
    <Command.Item
      className={cn(
        "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 outline-none data-[selected=true]:bg-accent pointer-coarse:min-h-10 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}
