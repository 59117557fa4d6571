import { outgoing, type Outgoing, paymentGet, type Refusal } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { AttemptOutcome, OutcomeOf } from '../limits';

/** The attempt statuses of the interface that say neither success nor failure yet. */
const open: ReadonlySet<string> = new Set([
  ...['started', 'authentication_pending', 'device_data_collection_pending', 'authentication_successful'],
  ...['authorizing', 'pending'],
]);
const failed: ReadonlySet<string> = new Set([
  ...['failure', 'authentication_failed', 'authorization_failed', 'router_declined'],
]);

const outcomeIn = (status: string | undefined): AttemptOutcome => {
  if (status === undefined || open.has(status)) return 'open';
  return failed.has(status) ? 'failed' : 'other';
};

interface PaymentReply {
  readonly attempts?: readonly { readonly attempt_id?: string; readonly status?: string }[];
}

/** What became of attempts of a merchant, by the owner of the payments; open where the owner does not say. */
export const outcomesOf =
  (merchantId: MerchantId, query: (message: Outgoing) => Promise<Buffer | Refusal>): OutcomeOf =>
  async ({ paymentId, number }) => {
    const message = outgoing(paymentGet, {
      merchantId,
      paymentId: paymentId as PaymentId,
      caller: { kind: 'merchant' },
      expandAttempts: true,
      expandCaptures: false,
    });
    const reply = await query(message);
    if (!Buffer.isBuffer(reply)) return 'open';
    const { attempts = [] } = JSON.parse(reply.toString('utf8')) as PaymentReply;
    return outcomeIn(attempts.find(({ attempt_id: id }) => id === `${paymentId}_${number}`)?.status);
  };
