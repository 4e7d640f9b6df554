import { Badge } from "@docsteward/ui/badge";

/** Who asked, as a thread knows them. */
export function ReaderName({ fp }: { fp: string }) {
  if (fp === "docsteward-gap") return <Badge>Asked again</Badge>;
  if (fp.startsWith("playground")) return <Badge tone="brand">Playground</Badge>;
  if (fp === "command-line") return <Badge>Command line</Badge>;
  return <span className="max-w-32 truncate font-mono text-muted-foreground text-xs">{fp}</span>;
}
