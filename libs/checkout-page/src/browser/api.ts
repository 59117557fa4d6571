import type { ApiAccess, PageData } from '../script/page-data';
import type { Json } from '../script/json';

/** `status`: null where no response arrived. */
export interface Reply {
  readonly status: number | null;
  readonly body: Json;
  /** The connection failed before any response. */
  readonly isLost?: true;
}

/** Longer than the gateway waits for a processor. */
const confirmTimeoutMs = 60_000;
const readTimeoutMs = 20_000;

interface Init extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/** `address`: of a page of the link, which is no route of the API. */
async function call(
  { basePath, publishableKey }: ApiAccess,
  path: string,
  init: Init,
  address = basePath + path,
): Promise<Reply> {
  const headers = {
    'api-key': publishableKey,
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...init.headers,
  };
  try {
    const response = await fetch(address, {
      ...init,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const body: Json = await response.json();
    return { status: response.status, body };
  } catch (error) {
    // `fetch` throws a TypeError for a failed connection, and something else after a timeout or of a body that is no JSON.
    return { status: null, body: null, ...(error instanceof TypeError && { isLost: true as const }) };
  }
}

/** Sends a body once to the public API of this page's origin: a lost response is no reason to send it again. */
export const postOnce = (
  access: ApiAccess,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  call(access, path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(confirmTimeoutMs),
  });

/** The public API of this page's origin, with the publishable key and the payment's client secret. */
export class Api {
  constructor(private readonly data: ApiAccess & Pick<PageData, 'paymentId' | 'anotherAddress'>) {}

  methods = (): Promise<Reply> => this.read('/account/payment_methods');
  savedMethods = (): Promise<Reply> => this.read('/customers/payment_methods');
  payment = (): Promise<Reply> => this.read(this.paymentPath);
  /** The payment after all that reached the gateway before this request. */
  paymentInOrder = (): Promise<Reply> => this.read(this.paymentPath, { force_sync: 'true' });

  /** What opens these wallets on a page of this host; Apple's session is new each time. */
  walletSessions(wallets: readonly string[], timeoutMs = readTimeoutMs): Promise<Reply> {
    const { paymentId: payment_id, clientSecret: client_secret } = this.data;
    return call(this.data, '/payments/session_tokens', {
      method: 'POST',
      body: JSON.stringify({ payment_id, client_secret, wallets }),
      headers: { 'x-merchant-domain': location.hostname },
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  /** `shownTotal`: what the customer has seen, `EUR 65.40`; the payment is confirmed for no other total. */
  confirm(body: object, shownTotal: string): Promise<Reply> {
    return postOnce(this.data, `${this.paymentPath}/confirm`, body, { 'x-shown-total': shownTotal });
  }

  /** Ends the try of a customer who has left the bank's page; the payment as it is then. */
  endTry(): Promise<Reply> {
    return call(
      this.data,
      '',
      { method: 'POST', signal: AbortSignal.timeout(confirmTimeoutMs) },
      this.data.anotherAddress,
    );
  }

  private get paymentPath(): string {
    return `/payments/${encodeURIComponent(this.data.paymentId)}`;
  }

  private read(path: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const query = new URLSearchParams({ client_secret: this.data.clientSecret, ...more });
    return call(this.data, `${path}?${String(query)}`, { signal: AbortSignal.timeout(readTimeoutMs) });
  }
}
