import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";

type App = { name: string; redirectUrl: string; state: string; openBrowser(url: URL): void | Promise<void> };

/** What an app of the protocol's official client keeps between its calls; it registers itself. */
export function createAppMemory({ name, redirectUrl, state, openBrowser }: App) {
  const saved: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = {};
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => state,
    clientInformation: () => saved.client,
    saveClientInformation: (client) => void Object.assign(saved, { client }),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void Object.assign(saved, { tokens }),
    saveCodeVerifier: (verifier) => void Object.assign(saved, { verifier }),
    codeVerifier: () => saved.verifier ?? "",
    saveDiscoveryState: (discovery) => void Object.assign(saved, { discovery }),
    discoveryState: () => saved.discovery,
    invalidateCredentials: () => void delete saved.tokens,
    redirectToAuthorization: openBrowser,
  };
  return { saved, authProvider };
}
