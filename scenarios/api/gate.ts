import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy that can be shut, with all connections through it, and opened again at the same port. */
export async function openGate(target: { host: string; port: number }) {
  const open = new Map<Socket, Socket>();
  /** Settles when the gate lets through again what it holds; null while it holds nothing. */
  let held: PromiseWithResolvers<void> | null = null;
  let cut: { text: string; done: () => void } | null = null;

  const hold = () => {
    held ??= Promise.withResolvers();
    for (const socket of open.keys()) socket.pause();
  };
  const forward = (socket: Socket, other: Socket) => {
    open.set(socket, other);
    if (held !== null) socket.pause();
    socket.on("data", (chunk: Buffer) => {
      if (!other.write(chunk)) socket.pause();
      if (cut === null || !chunk.includes(cut.text)) return;
      hold();
      cut.done();
      cut = null;
    });
    other.on("drain", () => held ?? socket.resume());
    socket.on("error", () => undefined);
    socket.on("close", async () => {
      open.delete(socket);
      await held?.promise;
      other.destroy();
    });
  };
  const server = createServer({ pauseOnConnect: true }, async (incoming) => {
    incoming.on("error", () => undefined);
    await held?.promise;
    const onward = connect(target);
    forward(incoming, onward);
    forward(onward, incoming);
    if (held === null) incoming.resume();
  });
  await listenBelowEphemeral(server);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async shut() {
      if (!server.listening) return;
      server.close();
      for (const socket of open.keys()) socket.destroy();
      await once(server, "close");
    },
    reopen: () => once(server.listen(port, "127.0.0.1"), "listening"),
    /** As when a network is cut: nothing comes through, and neither end is told. What is sent meanwhile comes through afterwards. */
    hold,
    /** The same, right behind the next message with this text. @returns when it has come */
    async holdBehind(text: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      cut = { text, done: resolve };
      await promise;
    },
    release() {
      held?.resolve();
      held = null;
      for (const socket of open.keys()) socket.resume();
    },
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
