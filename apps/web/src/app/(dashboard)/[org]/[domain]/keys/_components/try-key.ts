import type { KeyCall } from "./key-calls.ts";

export type TriedKey = { isOk: boolean; sentence: string };

/** Makes a call with a key from this browser, to this very service, and says what came of it. */
export async function tryKey(call: KeyCall, token: string): Promise<TriedKey> {
  try {
    const response = await fetch(call.path, {
      method: call.method,
      credentials: "omit",
      headers: { Authorization: `Bearer ${token}`, ...(call.body && { "Content-Type": "application/json" }) },
      ...(call.body && { body: JSON.stringify(call.body) }),
    });
    const answer = (await response.json()) as { error?: string };
    if (!response.ok)
      return { isOk: false, sentence: `${response.status}: ${answer.error ?? "The request was refused."}` };
    return { isOk: true, sentence: `${response.status}: the key works. ${call.method} ${call.path} succeeded.` };
  } catch {
    return { isOk: false, sentence: "Can't reach the service from this browser." };
  }
}
