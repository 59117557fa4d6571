import { createHmac, randomBytes } from 'node:crypto';
import { ok, type Answer, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { aPayoutMerchant } from '../../support/payouts';
import { webhookPath } from '../../support/processor-webhook';

export interface MerchantAtAdyen extends TestMerchant {
  /** The HMAC key of the merchant's webhooks: 32 bytes as hex. */
  readonly hmacKey: string;
}

/** A merchant that pays out at Adyen's balance platform; with `listens` the platform sends the changes of its transfers. */
export async function atAdyenPlatform(
  system: RunningSystem,
  { listens = true, account = {} }: { readonly listens?: boolean; readonly account?: object } = {},
): Promise<MerchantAtAdyen> {
  const [api_key, hmacKey] = [`AQE_${randomBytes(12).toString('hex')}`, randomBytes(32).toString('hex')];
  const merchant = await aPayoutMerchant(system, {
    connectors: ['adyenplatform'],
    account,
    connector: {
      connector_account_details: { auth_type: 'HeaderKey', api_key },
      connector_webhook_details: { merchant_secret: hmacKey },
      metadata: { source_balance_account: `BA${randomBytes(10).toString('hex').toUpperCase()}` },
    },
  });
  const url = `${system.baseUrl('gateway')}${webhookPath(merchant, 'adyenplatform')}`;
  if (listens) ok(await system.sandbox.post('/control/adyenplatform/webhooks', { api_key, url, secret: hmacKey }));
  return { ...merchant, hmacKey };
}

/** A webhook of the platform to the merchant's account, signed with this key; without a key it has no signature. */
export function sendWebhook(
  system: RunningSystem,
  merchant: MerchantAtAdyen,
  body: string,
  hmacKey: string | undefined,
): Promise<Answer> {
  const signature =
    hmacKey !== undefined && createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(body).digest('base64');
  return system.api.raw('POST', webhookPath(merchant, 'adyenplatform'), body, {
    'content-type': 'application/json',
    ...(signature && { hmacsignature: signature }),
  });
}
