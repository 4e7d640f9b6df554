import { z } from "zod";
import { Text } from "./input-schema.ts";

/** Kinds of API keys: `admin` for the agent API, `assistant` for the assistant API. */
export const KeyKind = z.enum(["admin", "assistant"]);
/** One kind of API key. */
export type KeyKind = z.infer<typeof KeyKind>;

/** Scopes that an API key can have. `readers` adds who asked to what analytics return. */
export const KeyScope = z.enum(["read", "write", "readers"]);
/** One scope of an API key. */
export type KeyScope = z.infer<typeof KeyScope>;

const NAME_BOUNDS = "The key's name must have 1 to 100 characters.";

/** A key's name, as people enter it. */
export const KeyName = Text.trim().min(1, NAME_BOUNDS).max(100, NAME_BOUNDS);

/** Days that a key can be made for; null is for ever. */
export const KEY_LIFETIMES = [7, 30, 60, 90, null] as const;
/** Lifetime of an API key, in days; null never expires. */
export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

/** How a token begins. An assistant key also begins with the admin prefix: match the longer one first. */
export const KEY_PREFIX = { assistant: "svc_dsc_", admin: "svc_" } as const satisfies Record<KeyKind, string>;

/** How the tokens of a signed-in program (OAuth) begin: what it sends with each call, and what it gets new ones for. */
export const SIGN_IN_PREFIX = { access: "svc_mcp_", refresh: "svc_mcr_" } as const;
/** One kind of token of a signed-in program. */
export type SignInTokenKind = keyof typeof SIGN_IN_PREFIX;

/** A whole token of a signed-in program, in the form of a key. For scanners, too. */
export const SIGN_IN_TOKEN_PATTERN = /^svc_mc[pr]_[0-9A-Za-z]{38}$/;

/** A whole token: prefix, 32 random base62 characters, 6 characters of base62 CRC32 over all before them. For scanners, too. */
export const KEY_PATTERN = /^svc_(dsc_)?[0-9A-Za-z]{38}$/;
