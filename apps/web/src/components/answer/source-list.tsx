import type { TurnDetails } from "@docsteward/services/thread/get";

type Source = TurnDetails["sources"][number];

/** What an answer cites, or came near: numbered, each with its page and heading. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <ol aria-label="Sources" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {sources.map((source) => (
        <li key={source.number} className="flex min-w-0 items-baseline gap-1.5">
          <span className="rounded bg-accent px-1 font-mono text-muted-foreground">{source.number}</span>
          <SourceLink url={source.url}>{sourceTitle(source)}</SourceLink>
        </li>
      ))}
    </ol>
  );
}

/** A page of the site. Without a known address of the site there is nowhere to go: only its name is shown. */
export function SourceLink({ url, children }: { url: string; children: string }) {
  if (!/^https?:\/\//i.test(url)) return <span className="truncate">{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="truncate text-brand underline-offset-2 hover:underline"
    >
      {children}
    </a>
  );
}

/** "Uploads › Size limit" */
export function sourceTitle({ title, heading }: { title: string; heading: string | null }): string {
  return heading === null || heading === title ? title : `${title} › ${heading}`;
}
