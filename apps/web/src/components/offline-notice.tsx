import { Info } from "lucide-react";

/** Says what the built-in model is and how to get a real one. */
export function OfflineNotice() {
  return (
    <p className="flex items-start gap-2 rounded-md border bg-muted px-3 py-2 text-muted-foreground">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        The built-in <code className="font-mono text-xs">offline</code> model understands only a few fixed request
        formats. To use a language model, set <code className="font-mono text-xs">ANTHROPIC_API_KEY</code> or{" "}
        <code className="font-mono text-xs">OPENAI_COMPATIBLE_BASE_URL</code> and{" "}
        <code className="font-mono text-xs">OPENAI_COMPATIBLE_MODEL</code>, then restart Docsteward.
      </span>
    </p>
  );
}
