import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Why the server cannot listen, in one sentence for the operator. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Listens on `host` and `port`; 0 picks a free port.
 *
 * @returns the port it listens on
 * @throws ListenError when the port is taken or may not be used
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  try {
    await promise;
  } catch (error) {
    throw new ListenError(explain(error as NodeJS.ErrnoException, host, port), { cause: error });
  } finally {
    server.off("error", reject);
  }
  return (server.address() as AddressInfo).port;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to a free port.`;
    case "EACCES":
      return `Port ${port} needs more rights than this process has. Set PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} isn't an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`;
    default:
      return `The web server cannot listen on ${host}:${port}: ${error.message}.`;
  }
}
