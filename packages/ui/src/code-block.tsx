import { CopyButton } from "./copy-button.tsx";
import { ScrollX } from "./scroll-x.tsx";

/** A command or snippet to copy, as it stands; long lines scroll inside it. */
export function CodeBlock({ code, label = "Copy" }: { code: string; label?: string }) {
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-muted">
      <ScrollX as="pre" className="min-w-0 flex-1 p-3 font-mono text-xs leading-relaxed">
        <code>{code}</code>
      </ScrollX>
      <CopyButton value={code} label={label} className="m-1.5" />
    </div>
  );
}
