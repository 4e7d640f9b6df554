"use client";
import { Input } from "@docsteward/ui/input";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";

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
