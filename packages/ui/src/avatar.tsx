import { cn } from "./cn.ts";

/** "Ada Lovelace" is "AL"; "ada" is "A". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** A person or organization as the first letters of the name, in a small circle. The name stands beside it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-6 shrink-0 select-none place-items-center overflow-hidden rounded-full border bg-muted font-medium text-[0.625rem] text-muted-foreground",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
