import type { PageData } from '../script/page-data';
import type { Json } from '../script/json';

/** `status`: null where no response arrived. */
export interface Reply {
  readonly status: number | null;
  readonly body: Json;
}

/** Longer than the gateway waits for a processor. */
const confirmTimeoutMs = 60_000;
const readTimeoutMs = 20_000;

/** The public API of this page's origin, with the publishable key and the payment's client secret. */
export class Api {
  constructor(private readonly data: Pick<PageData, 'basePath' | 'publishableKey' | 'clientSecret' | 'paymentId'>) {}

  methods = (): Promise<Reply> => this.read('/account/payment_methods');
  savedMethods = (): Promise<Reply> => this.read('/customers/payment_methods');
  payment = (): Promise<Reply> => this.read(`/payments/${encodeURIComponent(this.data.paymentId)}`);

  /** Sends the request once: a lost response is no reason to send it again. */
  confirm(body: object): Promise<Reply> {
    return this.call(`/payments/${encodeURIComponent(this.data.paymentId)}/confirm`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(confirmTimeoutMs),
    });
  }

  private read(path: string): Promise<Reply> {
    const query = new URLSearchParams({ client_secret: this.data.clientSecret });
    return this.call(`${path}?${String(query)}`, { signal: AbortSignal.timeout(readTimeoutMs) });
  }

  private async call(path: string, init: RequestInit): Promise<Reply> {
    const headers = {
      'api-key': this.data.publishableKey,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      const response = await fetch(this.data.basePath + path, {
        ...init,
        headers,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      });
      const body: Json = await response.json();
      return { status: response.status, body };
    } catch {
      return { status: null, body: null };
    }
  }
}
