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

/** Why there is no success; `cause` and `status` are for the log, and contain nothing of the merchant. */
type NoSuccess =
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly cause: string };

/** What Apple answered about a shop. */
export type Validation = { readonly kind: 'validated'; readonly session: JsonObject } | NoSuccess;

/** What Apple answered about domains of a shop. */
export type Registration = { readonly kind: 'registered' } | NoSuccess;

/** One of Apple's services: its path, the name of its flow in the metrics, and the body. */
interface Call {
  readonly path: string;
  readonly flow: string;
  readonly body: object;
}

/** The egress guard has its own reasons for a call that is not sent. */
type CallResult = SendResult | { readonly kind: 'not_sent'; readonly cause: string };

/** A session has about 4 KB. */
const maxBodyBytes = 65_536;

function sessionOf(body: Buffer): JsonObject | undefined {
  try {
    return jsonObject.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/** A redirect is no answer, and a 5xx says nothing about the merchant. `read` reads the body of a success. */
function answerOf<T>(result: CallResult, read: (body: Buffer) => T | undefined): T | NoSuccess {
  if (result.kind !== 'response') return { kind: 'unanswered', cause: result.cause };
  const { status, body } = result;
  if (status >= 400 && status < 500) return { kind: 'refused', status };
  const answer = status === 200 ? read(body) : undefined;
  return answer ?? { kind: 'unanswered', cause: `HTTP ${status}` };
}

const validationIn = (body: Buffer): Validation | undefined => {
  const session = sessionOf(body);
  return session && { kind: 'validated', session };
};

/** Apple's gateway, which validates a shop and registers its domains over TLS with the merchant's own certificate. */
export class ApplePayGateway {
  constructor(private readonly options: ApplePayGatewayOptions) {}

  /** Sends one validation, never twice. `timeoutMs` covers the connection too. */
  async validate(identity: MerchantIdentity, timeoutMs: number): Promise<Validation> {
    const call = { path: 'paymentSession', flow: 'merchant_validation', body: identity.request };
    return answerOf<Validation>(await this.call(identity, call, timeoutMs), validationIn);
  }

  /**
   * Registers domains of the shop, host names in lower case, all of them or none. Apple adds them to earlier ones. Sends one
   * request, never twice. Success has no body to read.
   */
  async register(identity: MerchantIdentity, domainNames: readonly string[], timeoutMs: number): Promise<Registration> {
    const { merchantIdentifier, displayName } = identity.request;
    const body = {
      domainNames,
      encryptTo: merchantIdentifier,
      // The merchant is its own partner: its sessions name it by this identifier.
      partnerInternalMerchantIdentifier: merchantIdentifier,
      partnerMerchantName: displayName,
    };
    const call = { path: 'registerMerchant', flow: 'domain_registration', body };
    return answerOf<Registration>(await this.call(identity, call, timeoutMs), () => ({ kind: 'registered' }));
  }

  private async call(identity: MerchantIdentity, { path, flow, body }: Call, timeoutMs: number): Promise<CallResult> {
    const checked = checkUrl(`${this.options.url}/paymentservices/${path}`, this.options.policy);
    if (!checked.ok) return { kind: 'not_sent', cause: checked.reason };
    const start = performance.now();
    const result = await this.send(checked.url, identity, body, timeoutMs);
    const { metrics = processMetrics } = this.options;
    const labels = { connector: 'apple_pay', flow, outcome: result.kind };
    metrics.observeConnectorCall(labels, (performance.now() - start) / 1_000);
    return result;
  }

  /** Every call has a connection of its own: another merchant must never use the certificate of this one. */
  private async send(url: URL, identity: MerchantIdentity, body: object, timeoutMs: number): Promise<SendResult> {
    const { certificate, privateKey } = identity;
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
      body: JSON.stringify(body),
    };
    const limits = { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite: () => true };
    return sendRequest(client, url, post, limits).finally(() => client.destroy());
  }
}
