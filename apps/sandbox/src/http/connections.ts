import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** Ways of not answering. Fastify lets go of the reply, so it neither answers nor complains. */
export class Connections {
  private readonly hung = new Set<Socket>();
  private ending = false;

  /** RST: what a peer sees when nobody serves the port any more. */
  reset(reply: FastifyReply): void {
    reply.hijack();
    reply.request.raw.socket.resetAndDestroy();
  }

  /** FIN in the middle of the exchange. */
  drop(reply: FastifyReply): void {
    reply.hijack();
    reply.request.raw.socket.destroy();
  }

  /** Silence until the caller has enough. */
  hang(reply: FastifyReply): void {
    reply.hijack();
    const { socket } = reply.request.raw;
    if (this.ending) {
      socket.destroy();
      return;
    }
    this.hung.add(socket);
    socket.once('close', () => this.hung.delete(socket));
  }

  /** A hung call must not keep the process from ending: it would be waited for like any other. */
  closeHung(): void {
    this.ending = true;
    for (const socket of this.hung) socket.destroy();
  }
}
