import { CopyButton } from "./copy-button.tsx";
import { ScrollX } from "./scroll-x.tsx";

/** A command or snippet to copy, as it stands; long lines scroll inside it. */
export function CodeBlock({ code, label = "Copy" }: { code: string; label?: string }) {
  return (
    <div className="relative rounded-md border bg-muted">
      <ScrollX as="pre" className="p-3 pr-10 font-mono text-xs leading-relaxed">
        <code>{code}</code>
      </ScrollX>
      <CopyButton value={code} label={label} className="absolute top-1.5 right-1.5 bg-muted" />
    </div>
  );
}
