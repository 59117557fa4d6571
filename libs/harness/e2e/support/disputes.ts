import {
  aMerchant,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  type Json,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';
import { randomBytes } from 'node:crypto';

/** A merchant whose processor signs its notices. */
export async function aPayer(system: RunningSystem): Promise<TestMerchant> {
  const connector = 'stripe_test';
  const { connector_account_details } = connectorBody(connector);
  const secret = `whsec_${randomBytes(8).toString('hex')}`;
  ok(await system.sandbox.post('/control/webhooks', { api_key: connector_account_details.api_key, secret }));
  const details = { connector_account_details, connector_webhook_details: { merchant_secret: secret } };
  return aMerchant(system, { connectors: [connector], connector: details });
}

const control = '/control/test-processor/disputes';

export interface Disputed {
  /** The dispute as the interface shows it. */
  readonly dispute: Json;
  /** Changes it at its processor, which sends a notice of the change. */
  readonly change: (change: object) => Promise<void>;
}

/** A charge that its customer disputes. `more`: the stage and the status of the dispute; `charge`: of its payment. */
export async function aDispute(
  { sandbox }: Pick<RunningSystem, 'sandbox'>,
  { api }: Pick<TestMerchant, 'api'>,
  more: object = {},
  charge: object = {},
): Promise<Disputed> {
  const { payment_id, connector_transaction_id: payment } = ok(await api.post('/payments', paymentBody(charge)));
  const { id } = ok(await sandbox.post(control, { payment, ...more }));
  const listed = async (): Promise<Json[]> => ok(await api.get(`/disputes/list?payment_id=${payment_id}`)) as never;
  const dispute = await eventually(async () => (await listed())[0], { withinMs: 60_000 });
  return { dispute, change: async (change) => void ok(await sandbox.post(control, { payment, id, ...change })) };
}
