"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { Popover } from "@docsteward/ui/popover";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Token } from "./use-token.ts";

/** Which key the calls are made with: one that the playground makes for itself, or one that is pasted here. */
export function KeyPopover({ token }: { token: Token }) {
  const [typed, setTyped] = useState("");
  const isLikely = /^svc_dsc_[0-9A-Za-z]{20,}$/.test(typed.trim());
  return (
    <Popover
      title="Assistant key"
      align="end"
      className="w-80"
      trigger={
        <Button size="sm">
          <KeyRound aria-hidden />
          {token.own === null ? "Playground key" : `Key …${token.own.slice(-4)}`}
        </Button>
      }
    >
      <p className="text-muted-foreground text-xs">
        The playground creates a temporary key with your first question. The key works only for this site, only from the
        dashboard, and for one hour. Its usage counts towards the limits.
      </p>
      {token.own === null ? (
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            token.setOwn(typed.trim());
            setTyped("");
          }}
        >
          <Field
            label="Your assistant key"
            hint="Test exactly what a website with this key gets. The key is removed when you leave the page."
            error={typed !== "" && !isLikely ? "Assistant keys start with svc_dsc_." : undefined}
          >
            <Input
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onValueChange={setTyped}
              className="font-mono text-xs"
            />
          </Field>
          <Button type="submit" size="sm" disabled={!isLikely}>
            Use this key
          </Button>
        </form>
      ) : (
        <Button size="sm" onClick={() => token.setOwn(null)}>
          Use the playground key
        </Button>
      )}
    </Popover>
  );
}
