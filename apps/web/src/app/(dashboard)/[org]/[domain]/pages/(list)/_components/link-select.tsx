"use client";

import { Select } from "@docsteward/ui/select";
import { useRouter } from "next/navigation";

type Choice = { label: string; href: string; isCurrent: boolean };

/** A filter with too many choices for links side by side: a choice opens its address. */
export function LinkSelect({ label, choices }: { label: string; choices: readonly Choice[] }) {
  const router = useRouter();
  return (
    <Select
      label={label}
      isSmall
      choices={choices.map(({ href, label }) => ({ value: href, label }))}
      value={choices.find(({ isCurrent }) => isCurrent)?.href ?? null}
      onChange={(href) => router.replace(href, { scroll: false })}
    />
  );
}
