import type { JsonObject } from '@payorch/contracts';
import { jsonObject } from '@payorch/contracts';
import { checkUrl, guardedConnector, type EgressPolicy } from '@payorch/platform/egress';
import { sendRequest, type SendResult } from '@payorch/platform/http';
import { metrics as processMetrics, type Metrics } from '@payorch/platform/telemetry';
import { Client } from 'undici';
import type { MerchantIdentity } from './merchant-identity';

export interface ApplePayGatewayOptions {
  /** Apple's address, or the sandbox's: an operator's setting, never a merchant's. */
  readonly url: string;
  /** The issuer of the server's certificate, as PEM; empty: a public one. */
  readonly ca: string;
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  readonly metrics?: Pick<Metrics, 'observeConnectorCall'>;
}

/** What Apple answered; `cause` and `status` are for the log, and contain nothing of the merchant. */
export type Validation =
  | { readonly kind: 'validated'; readonly session: JsonObject }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly cause: string };

/** A session has about 4 KB. */
const maxBodyBytes = 65_536;

function sessionOf(body: Buffer): JsonObject | undefined {
  try {
    return jsonObject.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/** A redirect is no answer, and a 5xx says nothing about the merchant. */
function validationOf(result: SendResult): Validation {
  if (result.kind !== 'response') return { kind: 'unanswered', cause: result.cause };
  const { status, body } = result;
  if (status >= 400 && status < 500) return { kind: 'refused', status };
  const session = status === 200 ? sessionOf(body) : undefined;
  return session ? { kind: 'validated', session } : { kind: 'unanswered', cause: `HTTP ${status}` };
}

/** Apple's gateway, which validates a shop over TLS with the merchant's own certificate. */
export class ApplePayGateway {
  constructor(private readonly options: ApplePayGatewayOptions) {}

  /** Sends one validation, never twice. `timeoutMs` covers the connection too. */
  async validate(identity: MerchantIdentity, timeoutMs: number): Promise<Validation> {
    const checked = checkUrl(`${this.options.url}/paymentservices/paymentSession`, this.options.policy);
    if (!checked.ok) return { kind: 'unanswered', cause: checked.reason };
    const start = performance.now();
    const result = await this.send(checked.url, identity, timeoutMs);
    const { metrics = processMetrics } = this.options;
    const labels = { connector: 'apple_pay', flow: 'merchant_validation', outcome: result.kind };
    metrics.observeConnectorCall(labels, (performance.now() - start) / 1_000);
    return validationOf(result);
  }

  /** Every call has a connection of its own: another merchant must never use the certificate of this one. */
  private async send(url: URL, { certificate, privateKey, request }: MerchantIdentity, timeoutMs: number) {
    const { ca, policy } = this.options;
    const connectTimeoutMs = Math.min(this.options.connectTimeoutMs, timeoutMs);
    const tls = { cert: certificate, key: privateKey, ...(ca !== '' && { ca: [ca] }) };
    const client = new Client(url.origin, {
      connect: guardedConnector(policy, connectTimeoutMs, undefined, tls),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const post = {
      method: 'POST' as const,
      url: url.href,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    };
    const limits = { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite: () => true };
    return sendRequest(client, url, post, limits).finally(() => client.destroy());
  }
}
