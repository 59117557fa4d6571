import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Ways to leave a call without a response. `hijack` stops Fastify from sending a reply of its own. */
@Injectable()
export class Connections {
  private readonly hung = new Set<Socket>();
  private ending = false;

  /** Sends RST: what a client sees when no process serves the port. */
  reset(reply: FastifyReply): void {
    reply.hijack();
    reply.request.raw.socket.resetAndDestroy();
  }

  /** Sends FIN in the middle of the exchange. */
  drop(reply: FastifyReply): void {
    reply.hijack();
    reply.request.raw.socket.destroy();
  }

  /** Sends nothing until the caller's timeout. */
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

  /** Closes the hung calls: the shutdown would otherwise wait for them like for any other call. */
  closeHung(): void {
    this.ending = true;
    for (const socket of this.hung) socket.destroy();
  }
}
