import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { RunningSandbox } from '../running-sandbox';
import type { Answered } from './published-answers';
import { problemsOf } from './published-answers';

export const secretKey = 'sk_test_sandbox';

export interface DeliveredEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: Stripe.Event;
}

type Requested = Parameters<InstanceType<typeof Stripe.HttpClient>['makeRequest']>;

/** Stripe's own client and a webhook receiver, with a sandbox of their own. */
export class RunningStripe {
  readonly answers: Answered[] = [];
  readonly delivered: DeliveredEvent[] = [];
  readonly client: Stripe;
  private receiver: Server | undefined;

  private constructor(readonly sandbox: RunningSandbox) {
    this.client = this.clientWith(secretKey);
  }

  static async start(env: Record<string, string> = {}, folder?: string): Promise<RunningStripe> {
    const settings = { SANDBOX_STRIPE_SETTLE_AFTER: '150ms', SANDBOX_WEBHOOK_RETRY_BASE: '20ms', ...env };
    return new RunningStripe(await RunningSandbox.start(folder, settings));
  }

  /** The client records every response, so that a test can validate it against the published description. */
  clientWith(key: string, config: Stripe.StripeConfig = {}): Stripe {
    const { hostname, port } = new URL(this.sandbox.url);
    const inner = Stripe.createNodeHttpClient();
    const makeRequest = async (...args: Requested) => {
      const response = await inner.makeRequest(...args);
      const [, , path, method] = args;
      const toJSON = response.toJSON.bind(response);
      response.toJSON = async () => {
        const body: unknown = await toJSON();
        this.answers.push({ method, path, status: response.getStatusCode(), body: structuredClone(body) });
        return body;
      };
      return response;
    };
    return new Stripe(key, {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: { getClientName: () => inner.getClientName(), makeRequest },
      ...config,
    });
  }

  /** The problems of all responses so far by the published description. */
  problems(): string[] {
    return this.answers.flatMap((answer) => problemsOf(answer) ?? []);
  }

  described(): number {
    return this.answers.filter((answer) => problemsOf(answer) !== undefined).length;
  }

  async listen(): Promise<string> {
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        this.delivered.push({ headers: request.headers, body, event: JSON.parse(body) as Stripe.Event });
        response.writeHead(200).end();
      });
    });
    this.receiver = receiver;
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/m/mca`;
  }

  /** The types of the delivered events of an object, sorted. */
  typesAbout(id: string): string[] {
    const about = this.delivered.filter(({ event }) => (event.data.object as { id?: string }).id === id);
    return about.map(({ event }) => event.type).sort();
  }

  /** Makes the choice on the customer's page; returns where the page redirects. */
  async choose(page: string, confirm: boolean): Promise<URL> {
    const shown = await this.innermost(page);
    const [, link] = new RegExp(`href="([^"]*confirm=${String(confirm)})"`).exec(shown.text) ?? [];
    const { status, headers } = await this.sandbox.call('GET', link ?? 'no such link');
    if (status !== 302) throw new Error(`the page answered ${status}`);
    return new URL(String(headers['location']));
  }

  /** The page, or the page in its frame, in that page's frame and so on. */
  async innermost(page: string): Promise<{ text: string; depth: number }> {
    for (let depth = 0, path = page; ; depth++) {
      const { text } = await this.sandbox.call('GET', path);
      const [, source] = /<iframe src="([^"]+)"/.exec(text) ?? [];
      if (source === undefined) return { text, depth };
      path = source;
    }
  }

  async stop({ retainLedger = false } = {}): Promise<void> {
    await this.sandbox.stop({ retainLedger });
    this.receiver?.closeAllConnections();
    await new Promise((resolve) => (this.receiver ? this.receiver.close(resolve) : resolve(undefined)));
  }
}

export async function until<T>(read: () => Promise<T> | T, done: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read();
    if (done(value)) return value;
    await sleep(20);
  }
  throw new Error('the condition was not met in time');
}
