import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of web processes: each connection goes to the next of them. */
export async function startProxy(ports: readonly number[]): Promise<AsyncDisposable & { url: string }> {
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((caller) => {
    const web = connect(ports[next++ % ports.length] ?? 0, "127.0.0.1");
    for (const [one, other] of [
      [caller, web],
      [web, caller],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one));
      one.pipe(other);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
