import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** A received call. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Empty for a body that is no JSON. */
  readonly body: Record<string, unknown>;
}

type Answer = (call: SeenCall, response: ServerResponse) => void;

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A payment in the format of the test processor. */
export const wirePayment = (reference: string, overrides: object = {}): object => ({
  status: 'succeeded',
  id: `pay_of_${reference}`,
  amount: 6540,
  amount_received: 6540,
  currency: 'USD',
  reference,
  next_action: null,
  ...overrides,
});

export const charges: Answer = ({ body }, response) => json(response, 200, wirePayment(String(body['reference'])));
/** A refund in the format of the test processor. */
export const wireRefund = (reference: string, overrides: object = {}): object => ({
  status: 'succeeded',
  id: `ref_of_${reference}`,
  currency: 'USD',
  payment_amount: 6540,
  refund_amount: 2540,
  reference,
  ...overrides,
});

const isPreliminary = ({ path }: SeenCall): boolean => path.includes('/before/');
const makes: Answer = ({ path }, response) => json(response, 200, { value: path.slice(path.lastIndexOf('/') + 1) });

export const notFound: Answer = (_call, response) =>
  json(response, 404, { error: { type: 'invalid_request', message: 'Payment does not exist', code: 'DC_01' } });

/** A fake processor that records every call and answers with the configured handlers. */
export class FakeProcessor {
  readonly calls: SeenCall[] = [];
  onPayment: Answer = charges;
  onPreliminary: Answer = makes;
  onLookup: Answer = notFound;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/dummy-connector`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get payments(): readonly SeenCall[] {
    return this.calls.filter((call) => call.method === 'POST' && !isPreliminary(call));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    const body = isJson ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {};
    const call = { method, path, headers, body };
    this.calls.push(call);
    if (method !== 'POST') return this.onLookup(call, response);
    (isPreliminary(call) ? this.onPreliminary : this.onPayment)(call, response);
  }
}

/** A fake processor with idempotency keys: it executes a call once and repeats its answer. */
export class KeyedProcessor {
  readonly charged: string[] = [];
  private readonly record = new Map<string, string>();

  readonly onPayment: Answer = ({ headers, body }, response) => {
    const key = String(headers['idempotency-key']);
    const parameters = JSON.stringify(body);
    const known = this.record.get(key);
    if (known !== undefined && known !== parameters) return json(response, 400, { error: 'other parameters' });
    if (known === undefined) this.charged.push(key);
    this.record.set(key, parameters);
    json(response, 200, {});
  };
}
