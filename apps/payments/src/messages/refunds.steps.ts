import type { DataOf, Outgoing } from '@payorch/contracts';
import {
  outgoing,
  paymentSync,
  refundCreate,
  refundFind,
  refundCheck,
  refundRefuse,
  refundRequest,
  refundsPublishSnapshots,
} from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { AnswerAgain, Handler, StepContext } from '@payorch/platform/shell';
import { forwarding } from '@payorch/platform/shell';
import { mayHaveRefunds } from '../domain/decide/ask-refunds';
import { refundPayment } from '../domain/decide/refund-payment';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/payment.repository';

/** What does not fit is refused by the owner of refunds: it alone knows whether the command took effect before. */
const requestOf = (
  payment: Payment | undefined,
  command: DataOf<typeof refundCreate>,
  { incoming: { context } }: StepContext<Shared>,
): Outgoing => {
  const { merchantId, paymentId, refundId } = command;
  const { onlyProfile } = context;
  const isSeen = onlyProfile === undefined || payment?.profileId === onlyProfile;
  const request = refundPayment(isSeen ? payment : undefined, command);
  return 'kind' in request
    ? outgoing(refundRefuse, { merchantId, paymentId, refundId, code: request.code, details: request.details })
    : outgoing(refundRequest, request);
};

/** Commands about refunds that take their way through the payment; their owner answers them. */
export const refundsHandlers: readonly Handler<Payment, Shared>[] = [
  forwarding(refundCreate, requestOf),
  forwarding(refundFind, (_payment: Payment | undefined, named) => outgoing(refundCheck, named)),
];

/** What was passed on before is passed on again: its owner knows it, and says what it said. */
export function forwardAgain(payment: Payment | undefined, { message, data }: Incoming): AnswerAgain {
  if (message.type !== paymentSync.type) return undefined;
  return tellAgain(payment, data as DataOf<typeof paymentSync>);
}

/** What is known here is no answer to whoever asked for more: it comes by the same way as the first time. */
function tellAgain(payment: Payment | undefined, { caller, ...asked }: DataOf<typeof paymentSync>): AnswerAgain {
  if (!payment || !mayHaveRefunds(payment)) return undefined;
  const { merchantId, paymentId, expandAttempts, expandCaptures } = asked;
  const shown = { caller: caller.kind, expandAttempts, expandCaptures };
  return { kind: 'forward', outgoing: outgoing(refundsPublishSnapshots, { merchantId, paymentId, shown }) };
}
