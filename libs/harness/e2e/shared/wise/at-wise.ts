import { randomBytes } from 'node:crypto';
import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { aPayoutMerchant } from '../../support/payouts';
import { webhookPath } from '../../support/processor-webhook';

const profile = '12345';

export interface MerchantAtWise extends TestMerchant {
  /** The Authorization header of the merchant's calls. */
  readonly token: string;
}

/** A merchant that pays out at Wise; with `listens` Wise sends the changes of its transfers. */
export async function atWise(
  system: RunningSystem,
  { listens = true, account = {} }: { readonly listens?: boolean; readonly account?: object } = {},
): Promise<MerchantAtWise> {
  const token = `Bearer ${randomBytes(12).toString('hex')}`;
  const { public_key } = ok(await system.sandbox.get('/control/wise/public_key'));
  const merchant = await aPayoutMerchant(system, {
    connectors: ['wise'],
    account,
    connector: {
      connector_account_details: { auth_type: 'BodyKey', api_key: token, key1: profile },
      connector_webhook_details: { merchant_secret: public_key },
    },
  });
  if (listens) await subscribe(system, merchant, token);
  return { ...merchant, token };
}

async function subscribe(system: RunningSystem, merchant: TestMerchant, authorization: string): Promise<void> {
  const url = `${system.baseUrl('gateway')}${webhookPath(merchant, 'wise')}`;
  const body = { name: 'payouts', trigger_on: 'transfers#state-change', delivery: { version: '2.0.0', url } };
  const { status, text } = await system.sandbox.post(`/wise/v3/profiles/${profile}/subscriptions`, body, {
    authorization,
  });
  if (status !== 201) throw new Error(`Wise answered ${status}: ${text}`);
}

/** The state of a payout's transfer at Wise. */
export const stateAtWise = async (
  system: RunningSystem,
  { token }: MerchantAtWise,
  { connector_transaction_id }: Json,
): Promise<string> =>
  ok(await system.sandbox.get(`/wise/v1/transfers/${connector_transaction_id}`, { authorization: token }))
    .status as string;
