import type { DataOf, paymentChallenge, paymentGet } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Reply } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { isIn } from '../domain/attempt';
import { checkOpen } from '../domain/cannot';
import { checkCaller } from '../domain/caller';
import type { HandlerParts } from '../messages/payments.handlers';
import type { PaymentRepository } from '../persistence/payment.repository';
import { viewFor } from './view-for';

export interface QueryParts extends HandlerParts {
  readonly repository: Pick<PaymentRepository, 'find'>;
  readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
}

export async function getPayment(parts: QueryParts, query: DataOf<typeof paymentGet>): Promise<Reply> {
  const { merchantId, paymentId, caller, expandAttempts, expandCaptures } = query;
  const payment = await parts.read(merchantId, (sql) => parts.repository.find(sql, merchantId, paymentId));
  if (!payment) return refuse('payment_not_found');
  const wants = { kind: 'payment', caller: caller.kind, expandAttempts, expandCaptures } as const;
  return checkCaller(payment, caller, parts.now()) ?? { kind: 'answer', body: viewFor(payment, wants, parts) };
}

/** Where the start page of an attempt sends the customer; only while the processor waits for the customer. */
export async function getChallenge(parts: QueryParts, query: DataOf<typeof paymentChallenge>): Promise<Reply> {
  const { merchantId, paymentId, attemptId } = query;
  const payment = await parts.read(merchantId, (sql) => parts.repository.find(sql, merchantId, paymentId));
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  if (!payment || !attempt) return refuse('payment_not_found');
  const over = checkOpen('update', payment);
  if (over) return over;
  if (!isIn(attempt, 'authentication_pending')) return refuse('payment_not_found');
  return { kind: 'answer', body: Buffer.from(JSON.stringify(attempt.facts.challenge)) };
}
