import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** A merchant's server with the responses of the test. */
export class MerchantServer {
  readonly received: Received[] = [];
  private server!: Server;
  url = '';

  constructor(private readonly answer: (received: Received, response: ServerResponse) => void) {}

  async listen(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = { headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' };
        this.received.push(received);
        this.answer(received, response);
      });
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
    return this;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Responds to every request with this status. */
export const status =
  (code: number, headers = {}) =>
  (_: Received, response: ServerResponse) =>
    void response.writeHead(code, headers).end();

export const eventIdOf = ({ headers }: Received) => headers['webhook-id'];
