import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy that can be shut, with all connections through it, and opened again at the same port. */
export async function openGate(target: { host: string; port: number }) {
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const onward = connect(target);
    for (const [socket, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await listenBelowEphemeral(server);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async shut() {
      if (!server.listening) return;
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
    reopen: () => once(server.listen(port, "127.0.0.1"), "listening"),
  };
}

/** On a port that no system gives away by itself: while the gate is shut, it would give it to any connection of this machine. */
async function listenBelowEphemeral(server: Server): Promise<void> {
  for (;;) {
    try {
      await once(server.listen(randomInt(20_000, 32_768), "127.0.0.1"), "listening");
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
