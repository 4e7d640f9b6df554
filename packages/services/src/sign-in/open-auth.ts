import type { Auth, AuthOptions } from "./create-auth.ts";

/** Makes better-auth when it is first asked for: loading it takes a third of a second, and most processes never need it. */
export function openAuth(options: AuthOptions): () => Promise<Auth> {
  let opening: Promise<Auth> | null = null;
  return () => (opening ??= import("./create-auth.ts").then(({ createAuth }) => createAuth(options)));
}
