"use client";

import { Select } from "@docsteward/ui/select";
import { useRouter } from "next/navigation";

type Choice = { value: string; label: string; href: string };

/** A filter with too many choices for links side by side: a choice opens its address. */
export function LinkSelect({ label, choices, value }: { label: string; choices: readonly Choice[]; value: string }) {
  const router = useRouter();
  return (
    <Select
      label={label}
      isSmall
      choices={choices.map(({ value, label }) => ({ value, label }))}
      value={value}
      onChange={(chosen) => {
        const href = choices.find((choice) => choice.value === chosen)?.href;
        if (href !== undefined) router.replace(href, { scroll: false });
      }}
    />
  );
}
