const CLOUD = /^(github\.com|[a-z0-9-]+\.ghe\.com)$/;
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
/** Names that mean something in one network alone: addresses, those without a dot, and endings kept for such use. */
const PRIVATE = /^([\d.]+|\[.*\]|[^.]+|.*\.(local|internal|test|home\.arpa|lan))$/;

/**
 * Whether a GitHub can bring its events to this service. An App with a webhook that it cannot reach is not made at all.
 *
 * @param input.from where GitHub's pages are
 * @param input.to where people reach this service
 */
export function canSendEvents({ from, to }: { from: string; to: string }): boolean {
  const github = new URL(from).hostname;
  const { hostname, protocol } = new URL(to);
  if (LOOPBACK.test(hostname)) return LOOPBACK.test(github);
  // One of somebody's own is in their network, as this service is.
  return !CLOUD.test(github) || (protocol === "https:" && !PRIVATE.test(hostname));
}
