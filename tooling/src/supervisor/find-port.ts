import { createServer } from "node:net";

/**
 * Makes sure that `port` of `host` can be listened on; 0 finds one that is free.
 *
 * @returns the port
 * @throws Error with a sentence naming what is wrong and which variable to change
 */
export async function findPort(host: string, port: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error.code, host, port))));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

function explain(code: string | undefined, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to a free port.`;
  if (code === "EACCES") return `This user can't open port ${port}. Set PORT to a port above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST ${host} isn't an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`;
  return `Port ${port} on ${host} can't be opened (${code}). Set PORT or HOST to another value.`;
}

/** Where a process that listens on `host` and `port` is reached from the same machine. */
export function toAddress(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
