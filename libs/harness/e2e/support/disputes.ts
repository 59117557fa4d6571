import { eventually, ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';

/** Opens or changes a dispute at a test processor. `payment`: the processor's id, or our operation id. Returns the processor's dispute. */
export const changeDispute = async (system: RunningSystem, payment: string, wanted: object = {}): Promise<Json> =>
  ok(await system.sandbox.post('/control/test-processor/disputes', { payment, ...wanted }));

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
