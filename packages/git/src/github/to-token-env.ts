/**
 * Gives git a token for one place, in its environment: nothing is written to disk, and nobody sees it in the list of processes or
 * in an address.
 */
export function toTokenEnv(url: string, token: string): Record<string, string> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
  };
}
