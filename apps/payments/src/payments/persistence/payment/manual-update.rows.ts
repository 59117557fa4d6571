import type { WrittenRow } from '@payorch/platform/postgres';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';
import { activeAttempt } from '../../domain/payment';
import { attemptStatusOf } from '../../domain/payment.status';
import type { ManualUpdate } from '../shared/shared';

/** The audit of operators' changes to attempts: written once, never changed. */
@StoredForEver('The audit: who changed a payment by hand, and why.')
@Entity({ name: 'manual_updates' })
export class ManualUpdateRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'manual_updates_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'manual_updates_pkey' })
  payment_id!: string;
  /** The payment's version after the change. */
  @Column({ type: 'int', primary: true, primaryKeyConstraintName: 'manual_updates_pkey' })
  version!: number;
  @Column({ type: 'text' })
  attempt_id!: string;
  /** The attempt's status on the interface, before and after. */
  @Column({ type: 'text' })
  status_before!: string;
  @Column({ type: 'text' })
  status_after!: string;
  /** What the operator sent. */
  @Column({ type: 'jsonb' })
  sent!: object;
  /** The operator's request, as in the log lines. */
  @Column({ type: 'text' })
  request_id!: string;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  made_at!: Date;
}

export function manualUpdateToRow({
  payment,
  effect: { attemptId, statusBefore, command },
  requestId,
}: ManualUpdate): Omit<WrittenRow<ManualUpdateRow>, 'made_at'> {
  const { merchantId, paymentId, version, attempts } = payment;
  const { merchantId: _merchant, paymentId: _payment, attemptId: _attempt, amountCapturable, ...sent } = command;
  const attempt = attempts.find(({ id }) => id === attemptId) ?? activeAttempt(payment);
  return {
    merchant_id: merchantId,
    payment_id: paymentId,
    version,
    attempt_id: attemptId,
    status_before: statusBefore,
    status_after: attemptStatusOf(payment, attempt),
    sent: { ...sent, amountCapturable: amountCapturable === null ? null : Number(amountCapturable) },
    request_id: requestId,
  };
}
