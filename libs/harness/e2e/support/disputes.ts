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

/** Opens or changes a dispute at a test processor. `payment`: the processor's id, or our operation id. Returns the processor's dispute. */
export const changeDispute = async (
  { sandbox }: Pick<RunningSystem, 'sandbox'>,
  payment: string,
  wanted: object = {},
): Promise<Json> => ok(await sandbox.post('/control/test-processor/disputes', { payment, ...wanted }));

export interface Disputed {
  /** The dispute as the interface shows it. */
  readonly dispute: Json;
  /** Changes it at its processor, which sends a notice of the change. */
  readonly change: (change: object) => Promise<void>;
}

/** A charge that its customer disputes. `more`: the stage and the status of the dispute; `charge`: of its payment. */
export async function aDispute(
  system: Pick<RunningSystem, 'sandbox'>,
  { api }: Pick<TestMerchant, 'api'>,
  more: object = {},
  charge: object = {},
): Promise<Disputed> {
  const { payment_id, connector_transaction_id: payment } = ok(await api.post('/payments', paymentBody(charge)));
  const { id } = await changeDispute(system, payment, more);
  const listed = async (): Promise<Json[]> => ok(await api.get(`/disputes/list?payment_id=${payment_id}`)) as never;
  const dispute = await eventually(async () => (await listed())[0], { withinMs: 60_000 });
  return { dispute, change: async (change) => void (await changeDispute(system, payment, { id, ...change })) };
}

/** The dispute of the payment, once its status is this one. */
export const untilDisputeIs = (
  { api }: TestMerchant,
  payment_id: string,
  status: string,
  withinMs = 40_000,
): Promise<Json> =>
  eventually(
    async () => {
      const { disputes } = ok(await api.get(`/payments/${payment_id}`));
      const [shown] = (disputes ?? []) as Json[];
      if (shown?.dispute_status !== status)
        throw new Error(`the dispute of ${payment_id} is ${shown?.dispute_status}, not ${status}`);
      return shown;
    },
    { withinMs },
  );
