import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that a merchant's endpoint got. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
  /** What the endpoint answered; null where it has not answered. */
  readonly answered: number | null;
}

/** What an endpoint does with a call: a status, or `hang`, which says nothing until the caller gives up. */
export type Behaviour = (call: { readonly headers: IncomingHttpHeaders; readonly body: string }) => number | 'hang';

/** A merchant's webhook endpoint. */
export interface Receiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** From now on. */
  readonly behave: (behaviour: Behaviour) => void;
  readonly close: () => Promise<void>;
}

/** An endpoint that answers 200 until told otherwise. */
export async function aReceiver(behaviour: Behaviour = () => 200): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let current = behaviour;
  const take = (headers: IncomingHttpHeaders, body: string, response: ServerResponse) => {
    const answer = current({ headers, body });
    calls.push({ headers, body, atMs: Date.now(), answered: answer === 'hang' ? null : answer });
    if (answer !== 'hang') response.writeHead(answer).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request.headers, Buffer.concat(chunks).toString(), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    calls,
    behave: (next) => {
      current = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
