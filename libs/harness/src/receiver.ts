import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a merchant's endpoint received. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
  /** The status of the endpoint's answer; null without an answer. */
  readonly answered: number | null;
}

/** The endpoint's answer to a request: a status, or `hang` for no answer. */
export type Behaviour = (call: { readonly headers: IncomingHttpHeaders; readonly body: string }) => number | 'hang';

/** A merchant's webhook endpoint. */
export interface Receiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Changes the behaviour for all later requests. */
  readonly behave: (behaviour: Behaviour) => void;
  readonly close: () => Promise<void>;
}

/** Starts an endpoint that answers 200 by default. */
export async function aReceiver(behaviour: Behaviour = () => 200): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let current = behaviour;
  const receive = (headers: IncomingHttpHeaders, body: string, response: ServerResponse) => {
    const answer = current({ headers, body });
    calls.push({ headers, body, atMs: Date.now(), answered: answer === 'hang' ? null : answer });
    if (answer !== 'hang') response.writeHead(answer).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => receive(request.headers, Buffer.concat(chunks).toString(), response));
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
