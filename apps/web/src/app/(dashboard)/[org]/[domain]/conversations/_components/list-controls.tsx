"use client";

import { Input } from "@docsteward/ui/field";
import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTransition } from "react";
import { PageTabs } from "#components/page-tabs.tsx";
import { useProject } from "#components/project-context.tsx";
import { isWithin, projectHref } from "#components/project-pages.ts";

const GAPS = "conversations/gaps";

/** The two ways to look at what readers asked: their threads, and what the documentation lacks. */
export function ConversationTabs() {
  const site = useProject();
  const isGaps = isWithin(usePathname(), site, GAPS);
  const tabs = [
    { label: "Threads", href: projectHref(site, "conversations"), isCurrent: !isGaps },
    { label: "Gaps", href: projectHref(site, GAPS), isCurrent: isGaps },
  ];
  return <PageTabs label="Conversations" tabs={tabs} />;
}

/** Searches the list of the page by what is typed: the words go into the address, together with what it holds already. */
export function SearchField(props: { label: string; value: string; href: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const search = (words: string) => {
    const url = new URL(props.href, window.location.origin);
    if (words.trim()) url.searchParams.set("q", words.trim());
    startTransition(() => router.replace(`${url.pathname}${url.search}`, { scroll: false }));
  };
  return (
    <search className="w-full sm:w-64">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          search(String(new FormData(event.currentTarget).get("q") ?? ""));
        }}
      >
        <Search
          aria-hidden
          className={`-translate-y-1/2 absolute top-1/2 left-2.5 size-3.5 text-muted-foreground ${isPending ? "motion-safe:animate-pulse" : ""}`}
        />
        <Input
          name="q"
          type="search"
          aria-label={props.label}
          placeholder={props.label}
          defaultValue={props.value}
          maxLength={200}
          isSmall
          className="pl-8"
          onBlur={({ target }) => target.value.trim() !== props.value && search(target.value)}
        />
      </form>
    </search>
  );
}

/** Narrows the list of the page to days: they go into the address, together with what it holds already. */
export function DateFields({ from, to, href }: { from: string | undefined; to: string | undefined; href: string }) {
  const router = useRouter();
  const show = (days: { from: string | undefined; to: string | undefined }) => {
    const url = new URL(href, window.location.origin);
    for (const [name, day] of Object.entries(days)) if (day) url.searchParams.set(name, day);
    router.replace(`${url.pathname}${url.search}`, { scroll: false });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 text-muted-foreground">
      <legend className="sr-only">Days (UTC)</legend>
      <div className="w-36">
        <Input
          type="date"
          aria-label="From"
          isSmall
          value={from ?? ""}
          max={to}
          onValueChange={(day) => show({ from: day, to })}
        />
      </div>
      <span aria-hidden>–</span>
      <div className="w-36">
        <Input
          type="date"
          aria-label="Until"
          isSmall
          value={to ?? ""}
          min={from}
          onValueChange={(day) => show({ from, to: day })}
        />
      </div>
    </fieldset>
  );
}
