/** Where a process that listens on `host` and `port` is reached from the same machine. */
export function toAddress(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
