import { KEY_LIFETIMES, KeyKind, KeyScope } from "@docsteward/contract/key";
import { z } from "zod";

/** The form of a key: lists are text, one entry a line. */
export const KeyForm = z.object({
  kind: KeyKind,
  name: z
    .string()
    .trim()
    .min(1, "Give it a name, so that people know what uses it.")
    .max(100, "At most 100 characters."),
  expiresInDays: z.literal(KEY_LIFETIMES),
  scopes: z.array(KeyScope).min(1, "The key has no scope. Choose read, write or both."),
  allowedOrigins: z.string(),
  allowedIps: z.string(),
});
export type KeyForm = z.infer<typeof KeyForm>;

export const KEY_FIELDS = ["name", "expiresInDays", "scopes", "allowedOrigins", "allowedIps"] as const;
