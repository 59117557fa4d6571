import { createHmac, randomUUID } from 'node:crypto';
import {
  aMerchant,
  connectorBody,
  eventually,
  ok,
  type Answer,
  type Json,
  type MerchantOptions,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';

/** The sandbox's signature: `t=<unix seconds>,v1=<hex>` over the time and the exact bytes. */
export function signed(body: string, secret: string, { at = Date.now(), algorithm = 'sha256' } = {}): string {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac(algorithm, secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** The processor's payment, from a lookup at the sandbox. */
export const paymentAtProcessor = (system: RunningSystem, operationId: string): Promise<Json> =>
  eventually(async () => {
    const path = `/dummy-connector/payments?reference=${operationId}`;
    const { status, body } = await system.sandbox.get(path, { authorization: 'any' });
    return status === 200 ? body : undefined;
  });

/** An event in the sandbox's format; the same `id` repeats an event. */
export const eventAbout = (payment: Json, type: string, id = `evt_${randomUUID()}`): string =>
  JSON.stringify({ id, type, created: new Date().toISOString(), data: payment });

/** The webhook path of a merchant's connector account. */
export const webhookPath = ({ merchantId, connectors }: TestMerchant, connector: string): string =>
  `/webhooks/${merchantId}/${connectors[connector].merchant_connector_id}`;

/** Posts the body unchanged, with the signature if there is one. */
export const postWebhook = (
  system: RunningSystem,
  path: string,
  body: string | Buffer,
  signature?: string,
): Promise<Answer> =>
  system.api.raw('POST', path, body, {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'x-test-signature': signature }),
  });

export interface Signing extends Pick<MerchantOptions, 'account'> {
  readonly secret: string;
  /** The merchant's key at the processor. */
  readonly apiKey?: string;
}

/** A merchant at stripe_test, which signs its webhooks with this secret. */
export async function aSigningMerchant(
  system: RunningSystem,
  { secret, apiKey, account = {} }: Signing,
): Promise<TestMerchant> {
  const { connector_account_details: details } = connectorBody('stripe_test');
  const api_key = apiKey ?? details.api_key;
  ok(await system.sandbox.post('/control/webhooks', { api_key, secret }));
  return aMerchant(system, {
    account,
    connector: {
      connector_account_details: { ...details, api_key },
      connector_webhook_details: { merchant_secret: secret },
    },
  });
}
