import type { Card } from '@payorch/connector-kit';
import type { CardReference, MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { checkUrl, guardedConnector, type EgressPolicy } from '@payorch/platform/egress';
import { sendRequest, type RequestToSend, type SendResult } from '@payorch/platform/http';
import { seal, type PublicKey } from '@payorch/platform/sealing';
import { metrics as processMetrics, redactText, type Metrics } from '@payorch/platform/telemetry';
import { Pool } from 'undici';
import { z } from 'zod';

/** The token service that the operator names. */
export interface TokenServiceTarget {
  readonly url: string;
  readonly apiKey: Secret;
  /** Cards are sealed for this key: only the service opens them. */
  readonly publicKey: PublicKey;
}

export interface TokenServiceOptions {
  /** Null: there is no token service. */
  readonly target: TokenServiceTarget | null;
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  readonly metrics?: Pick<Metrics, 'observeConnectorCall'>;
}

/** Our id of a token at the service. */
export interface TokenName {
  readonly merchantId: MerchantId;
  readonly reference: CardReference;
}

/** `cause` is for the log, and has nothing of the card. */
interface Unanswered {
  readonly kind: 'unanswered';
  readonly cause: string;
}

export type Provision =
  | { readonly kind: 'made'; readonly number: Secret; readonly expiryMonth: string; readonly expiryYear: string }
  | { readonly kind: 'not_made'; readonly code: string; readonly message: string }
  | Unanswered;

export type Cryptogram =
  | { readonly kind: 'made'; readonly cryptogram: Secret; readonly eci: string | null }
  | Unanswered;

const tokenBody = z.object({
  token: z.object({
    number: z.string().regex(/^\d{12,19}$/),
    expiry_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
    expiry_year: z.string().regex(/^\d{4}$/),
  }),
});
const cryptogramBody = z.object({
  cryptogram: z.string().min(1).max(128),
  eci: z
    .string()
    .regex(/^\d{2}$/)
    .nullish(),
});
const errorBody = z.object({ error: z.object({ code: z.string().max(64), message: z.string() }) });

const maxBodyBytes = 65_536;
/** Calls at once: the others wait for a connection. */
const connections = 32;
const longestMessage = 255;

const pathOf = (reference: CardReference): string => `/v1/tokens/${encodeURIComponent(reference)}`;

const unanswered = (cause: string): Unanswered => ({ kind: 'unanswered', cause });

/** Undefined where the body is no JSON, or has another form. */
function bodyOf<T>(schema: z.ZodType<T>, body: Buffer): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

function provisionOf(result: SendResult): Provision {
  if (result.kind !== 'response') return unanswered(result.cause);
  const { status, body } = result;
  const made = status === 200 || status === 201 ? bodyOf(tokenBody, body)?.token : undefined;
  if (made) {
    const { number, expiry_month: expiryMonth, expiry_year: expiryYear } = made;
    return { kind: 'made', number: new Secret(number), expiryMonth, expiryYear };
  }
  // 410: the token was deleted, and its name is never used again.
  const refused = status === 422 || status === 410 ? bodyOf(errorBody, body)?.error : undefined;
  if (!refused) return unanswered(`HTTP ${status}`);
  const { code, message } = refused;
  return { kind: 'not_made', code: redactText(code), message: redactText(message).slice(0, longestMessage) };
}

function cryptogramOf(result: SendResult): Cryptogram {
  if (result.kind !== 'response') return unanswered(result.cause);
  const made = result.status === 200 ? bodyOf(cryptogramBody, result.body) : undefined;
  if (!made) return unanswered(`HTTP ${result.status}`);
  return { kind: 'made', cryptogram: new Secret(made.cryptogram), eci: made.eci ?? null };
}

/** Calls the token service (docs/token-service.md). Never retries, follows no redirect, and moves no money. */
export class TokenService {
  #pool: Pool | undefined;

  constructor(private readonly options: TokenServiceOptions) {}

  get isConfigured(): boolean {
    return this.options.target !== null;
  }

  /** The same name with the same card again finds the same token. */
  async provision({ merchantId, reference }: TokenName, card: Card, timeoutMs: number): Promise<Provision> {
    const { target } = this.options;
    if (!target) return unanswered('no token service');
    const { number, expiryMonth: expiry_month, expiryYear: expiry_year, cvc } = card;
    const plain = { number: number.reveal(), expiry_month, expiry_year, ...(cvc && { cvc: cvc.reveal() }) };
    const header = { reference, merchantId, purpose: 'card_to_tokenize' };
    const sealed = seal(JSON.stringify(plain), { publicKey: target.publicKey, header });
    return provisionOf(await this.call('provision', 'PUT', pathOf(reference), { card: sealed }, timeoutMs));
  }

  /** `requestId`: the same one again gets the same cryptogram. */
  async cryptogram({ reference }: TokenName, requestId: string, timeoutMs: number): Promise<Cryptogram> {
    const path = `${pathOf(reference)}/cryptograms`;
    return cryptogramOf(await this.call('cryptogram', 'POST', path, { request_id: requestId }, timeoutMs));
  }

  /** Whether the service has deleted the token: it makes none of this name any more. */
  async delete({ reference }: TokenName, timeoutMs: number): Promise<boolean> {
    const result = await this.call('delete', 'DELETE', pathOf(reference), null, timeoutMs);
    return result.kind === 'response' && result.status === 200;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  private async call(
    flow: string,
    method: RequestToSend['method'],
    path: string,
    body: object | null,
    timeoutMs: number,
  ): Promise<SendResult> {
    const { target, policy, metrics = processMetrics } = this.options;
    const checked = target && checkUrl(`${target.url}${path}`, policy);
    if (!target || !checked?.ok) return { kind: 'not_sent', cause: 'request_invalid' };
    const start = performance.now();
    const connectTimeoutMs = Math.min(this.options.connectTimeoutMs, timeoutMs);
    const request: RequestToSend = {
      method,
      url: checked.url.href,
      headers: {
        authorization: `Bearer ${target.apiKey.reveal()}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    };
    const limits = { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite: () => true };
    const result = await sendRequest(this.poolOf(checked.url.origin), checked.url, request, limits);
    const labels = { connector: 'token_service', flow, outcome: result.kind };
    metrics.observeConnectorCall(labels, (performance.now() - start) / 1_000);
    return result;
  }

  private poolOf(origin: string): Pool {
    const { policy, connectTimeoutMs } = this.options;
    this.#pool ??= new Pool(origin, {
      pipelining: 1,
      connections,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      connect: guardedConnector(policy, connectTimeoutMs + 1_000),
    });
    return this.#pool;
  }
}
