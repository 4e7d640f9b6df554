"use client";
import { Button } from "@docsteward/ui/button";
import { Field, Textarea } from "@docsteward/ui/field";
import { Segmented } from "@docsteward/ui/segmented";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ContextItem } from "./call-settings.ts";

const MAX_ITEMS = 20;
const MAX_CHARACTERS = 20_000;
const TYPES = [
  { value: "code", label: "Code" },
  { value: "textSelection", label: "Selection" },
] as const;

/** Code and selections that the reader has before their eyes. */
export function ContextFields({
  context,
  onChange,
}: {
  context: ContextItem[];
  onChange: (context: ContextItem[]) => void;
}) {
  const [type, setType] = useState<ContextItem["type"]>("code");
  const [value, setValue] = useState("");
  return (
    <div className="flex flex-col gap-3">
      {context.length > 0 && (
        <ul className="flex flex-col gap-1">
          {context.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand there twice, and nothing else tells them apart
            <li key={at} className="flex items-center gap-2 rounded-md border px-2 py-1">
              <span className="shrink-0 text-muted-foreground text-xs">
                {item.type === "code" ? "Code" : "Selection"}
              </span>
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{item.value}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove context item ${at + 1}`}
                onClick={() => onChange(context.filter((_, other) => other !== at))}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Segmented label="Context type" choices={TYPES} value={type} onChange={setType} />
      <Field label={type === "code" ? "Code" : "Selected text"} hint="Included in the search and sent to the model.">
        <Textarea
          value={value}
          maxLength={MAX_CHARACTERS}
          height="short"
          className="font-mono text-xs"
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Button
        size="sm"
        disabled={value.trim() === "" || context.length >= MAX_ITEMS}
        onClick={() => {
          onChange([...context, { type, value }]);
          setValue("");
        }}
      >
        Add context
      </Button>
    </div>
  );
}
