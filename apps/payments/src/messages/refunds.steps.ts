import type { DataOf } from '@payorch/contracts';
import {
  outgoing,
  paymentSync,
  refundCreate,
  refundFind,
  refundLook,
  refundRequest,
  refundsTell,
  refuse,
} from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { AnswerAgain, Handler, Step, StepContext } from '@payorch/platform/shell';
import { on } from '@payorch/platform/shell';
import { mayHaveRefunds } from '../domain/decide/ask-refunds';
import { refundPayment } from '../domain/decide/refund-payment';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/payment.repository';

const passOn = (
  payment: Payment | undefined,
  command: DataOf<typeof refundCreate>,
  { incoming: { context } }: StepContext<Shared>,
): Step<Payment> => {
  const { onlyProfile } = context;
  if (payment && onlyProfile !== undefined && payment.profileId !== onlyProfile)
    return { refusal: refuse('payment_not_found') };
  const request = refundPayment(payment, command);
  return 'kind' in request ? { refusal: request } : { forwards: [outgoing(refundRequest, request)] };
};

/** Commands about refunds that take their way through the payment; their owner answers them. */
export const refundsHandlers: readonly Handler<Payment, Shared>[] = [
  on(refundCreate, passOn),
  on(refundFind, (_payment: Payment | undefined, named) => ({ forwards: [outgoing(refundLook, named)] })),
];

/**
 * What was passed on before is passed on again: its owner knows it, and says what it said. Where the payment has changed so
 * that it would be refused now, its owner still has it.
 */
export function forwardAgain(payment: Payment | undefined, { message, data }: Incoming): AnswerAgain {
  if (message.type === refundFind.type) {
    return { kind: 'forward', outgoing: outgoing(refundLook, data as DataOf<typeof refundFind>) };
  }
  if (message.type === paymentSync.type) return tellAgain(payment, data as DataOf<typeof paymentSync>);
  if (message.type !== refundCreate.type) return undefined;
  const request = refundPayment(payment, data as DataOf<typeof refundCreate>);
  const { merchantId, paymentId, refundId } = data as DataOf<typeof refundCreate>;
  const known = outgoing(refundLook, { merchantId, paymentId, refundId });
  return { kind: 'forward', outgoing: 'kind' in request ? known : outgoing(refundRequest, request) };
}

/** What is known here is no answer to whoever asked for more: it comes by the same way as the first time. */
function tellAgain(payment: Payment | undefined, { caller, ...asked }: DataOf<typeof paymentSync>): AnswerAgain {
  if (!payment || !mayHaveRefunds(payment)) return undefined;
  const { merchantId, paymentId, expandAttempts, expandCaptures } = asked;
  const shown = { caller: caller.kind, expandAttempts, expandCaptures };
  return { kind: 'forward', outgoing: outgoing(refundsTell, { merchantId, paymentId, shown }) };
}
