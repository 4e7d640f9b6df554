import { AppError } from "@docsteward/contract/error";
import { KEY_LIFETIMES, type KeyScope } from "@docsteward/contract/key";
import { requireAddressRanges } from "./address-ranges.ts";

/** What people choose about a key, and may change while it lives. */
export type KeySettings = {
  name: string;
  /** Of an admin key. */
  scopes?: KeyScope[];
  /** Addresses and ranges that may use it; empty is any. */
  allowedIps?: string[];
  /** Websites whose pages may use it, of an assistant key. */
  allowedOrigins?: string[];
};

const MAX_NAME = 100;
const MAX_ENTRIES = 100;

/** @throws AppError `invalid_request` for a name, scope, address range or website that cannot be, with its field */
export function requireSettings({ name, scopes, allowedIps = [], allowedOrigins = [] }: Partial<KeySettings>): void {
  const isNamed = name === undefined || (name.trim() !== "" && name.length <= MAX_NAME && !name.includes("\0"));
  if (!isNamed) throw refusal("name", `The key's name must have 1 to ${MAX_NAME} characters.`);
  if (scopes?.length === 0) throw refusal("scopes", "The key has no scope. Choose read, write or both.");
  for (const [field, entries] of Object.entries({ allowedIps, allowedOrigins })) {
    if (entries.length <= MAX_ENTRIES) continue;
    throw refusal(field, `A key can have at most ${MAX_ENTRIES} IP addresses and ${MAX_ENTRIES} websites.`);
  }
  requireAddressRanges(allowedIps);
  for (const origin of allowedOrigins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw refusal("allowedOrigins", `"${origin}" isn't a website's origin such as https://docs.example.com.`);
  }
}

/** @throws AppError `invalid_request` when no key is made for so many days */
export function requireLifetime(days: number | null): void {
  if (KEY_LIFETIMES.some((lifetime) => lifetime === days)) return;
  const choices = KEY_LIFETIMES.filter((lifetime) => lifetime !== null).join(", ");
  throw refusal("expiresInDays", `A key expires after ${choices} days, or never.`);
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path, message }] });
}
