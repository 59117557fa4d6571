import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@payorch/platform/telemetry';
import { Agent, request } from 'undici';
import { bootSandbox } from '../src/boot';
import { readSandboxConfig } from '../src/config';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

type Json = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The app over real HTTP, with a port and a ledger of its own. */
export class RunningSandbox {
  private readonly agent = new Agent({ headersTimeout: 5000 });

  private constructor(
    readonly folder: string,
    private readonly service: Awaited<ReturnType<typeof bootSandbox>>,
  ) {}

  static async start(folder?: string, env: Record<string, string> = {}): Promise<RunningSandbox> {
    const home = folder ?? (await mkdtemp(join(tmpdir(), 'sandbox-')));
    const config = readSandboxConfig({ HTTP_PORT: '0', SANDBOX_LEDGER: join(home, 'ledger.jsonl'), ...env });
    const signals = { on: () => undefined, exit: () => undefined };
    return new RunningSandbox(home, await bootSandbox(config, silentLogger, signals));
  }

  get url(): string {
    return `http://127.0.0.1:${this.service.port}`;
  }

  async call(method: Method, path: string, body?: object, headers: Headers = {}): Promise<Answered> {
    const json = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const answer = await request(path.startsWith('http') ? path : `${this.url}${path}`, {
      method,
      dispatcher: this.agent,
      headers: { authorization: 'test_key', ...json, ...headers },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  async json(method: Method, path: string, body?: object, headers: Headers = {}): Promise<Json> {
    const { text } = await this.call(method, path, body, headers);
    return JSON.parse(text) as Json;
  }

  /** The effects that the ledger counts under one reference. */
  async effectsOf(reference: string): Promise<string[]> {
    const { effects } = await this.json('GET', `/control/charges?reference=${reference}`);
    return (effects as { effect: string }[]).map(({ effect }) => effect);
  }

  /** Stops the app; the folder is deleted unless a restart needs it. */
  async stop({ retainLedger = false } = {}): Promise<void> {
    await this.service.drain();
    await this.agent.destroy();
    if (!retainLedger) await rm(this.folder, { recursive: true });
  }
}

let count = 0;

/** A payment request with a fresh reference. */
export const paymentBody = (rest: Json = {}, number = '4242424242424242') => ({
  amount: 6540,
  currency: 'USD',
  connector: 'stripe_test',
  capture_method: 'automatic',
  reference: `op_${++count}`,
  payment_method_data: { card: { name: 'J', number, expiry_month: '10', expiry_year: '30', cvc: '123' } },
  return_url: 'http://127.0.0.1:9/back?payment=1',
  ...rest,
});
