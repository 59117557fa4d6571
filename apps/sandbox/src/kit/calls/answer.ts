import type { FastifyReply } from 'fastify';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export function send(reply: FastifyReply, { status, body }: Answer): void {
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export const sendRubbish = (reply: FastifyReply): void =>
  void reply.code(200).type('application/json; charset=utf-8').send('{"status": "succ');
