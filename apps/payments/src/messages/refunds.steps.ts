import type { DataOf } from '@payorch/contracts';
import { outgoing, refundCreate, refundFind, refundLook, refundRequest } from '@payorch/contracts';
import type { Handler, Step } from '@payorch/platform/shell';
import { on } from '@payorch/platform/shell';
import { refundPayment } from '../domain/decide/refund-payment';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/payment.repository';

const passOn = (payment: Payment | undefined, command: DataOf<typeof refundCreate>, now: Date): Step<Payment> => {
  const request = refundPayment(payment, command, now);
  return 'kind' in request ? { refusal: request } : { forwards: [outgoing(refundRequest, request)] };
};

/** Commands about refunds that take their way through the payment; their owner answers them. */
export const refundsHandlers: readonly Handler<Payment, Shared>[] = [
  on(refundCreate, (payment: Payment | undefined, command, { now }) => passOn(payment, command, now)),
  on(refundFind, (_payment: Payment | undefined, named) => ({ forwards: [outgoing(refundLook, named)] })),
];

/** A wish that comes again has been passed on before: nobody here knows its answer. */
export const isPassedOn = (type: string): boolean => type === refundCreate.type || type === refundFind.type;
