"use client";
import { Avatar as Base } from "@base-ui/react/avatar";
import { cn } from "./cn.ts";

/** "Ada Lovelace" is "AL"; "ada" is "A". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** A person or organization as a small round picture, or the first letters of the name. The name stands beside it. */
export function Avatar({ name, image, className }: { name: string; image?: string | null; className?: string }) {
  return (
    <Base.Root
      aria-hidden
      className={cn(
        "grid size-6 shrink-0 select-none place-items-center overflow-hidden rounded-full border bg-muted font-medium text-[0.625rem] text-muted-foreground",
        className,
      )}
    >
      {image && <Base.Image src={image} alt="" className="size-full object-cover" />}
      <Base.Fallback>{initialsOf(name)}</Base.Fallback>
    </Base.Root>
  );
}
