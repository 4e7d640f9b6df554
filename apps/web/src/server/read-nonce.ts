import { headers } from "next/headers";
import { NONCE_HEADER } from "./http/request-headers.ts";

/** The name that inline scripts of this page must carry to run. A page that asks is never made ahead of its request. */
export async function readNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE_HEADER) ?? undefined;
}
