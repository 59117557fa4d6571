import type { DataOf, Outgoing, refundCreate, refundFind } from '@payorch/contracts';
import {
  outgoing,
  paymentSync,
  refundCheck,
  refundRefuse,
  refundRequest,
  refundsPublishSnapshots,
} from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { RedeliveryReply, StepContext } from '@payorch/platform/shell';
import { mayHaveRefunds } from '../domain/decide/request-refund-snapshots';
import { refundPayment } from '../domain/decide/refund-payment';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/shared/shared';

/** A refusal goes to the refunds service too: it alone knows whether the command took effect before. */
export const refundRequestOf = (
  command: DataOf<typeof refundCreate>,
  { state: payment, incoming }: Pick<StepContext<Payment, Shared>, 'state' | 'incoming'>,
): Outgoing => {
  const { merchantId, paymentId, refundId } = command;
  const { onlyProfile } = incoming.context;
  const isSeen = onlyProfile === undefined || payment?.profileId === onlyProfile;
  const request = refundPayment(isSeen ? payment : undefined, command);
  return 'kind' in request
    ? outgoing(refundRefuse, { merchantId, paymentId, refundId, code: request.code, details: request.details })
    : outgoing(refundRequest, request);
};

/** The refunds service, which alone has the refund, answers. */
export const refundCheckOf = (command: DataOf<typeof refundFind>): Outgoing => outgoing(refundCheck, command);

/** Forwards a redelivered command again: the refunds service repeats its answer. */
export function forwardAgain(payment: Payment | undefined, { message, data }: Incoming): RedeliveryReply {
  if (message.type !== paymentSync.type) return undefined;
  return requestSnapshotsAgain(payment, data as DataOf<typeof paymentSync>);
}

/** Requests the snapshots again: the stored payment would not answer the caller's sync. */
function requestSnapshotsAgain(
  payment: Payment | undefined,
  { caller, ...request }: DataOf<typeof paymentSync>,
): RedeliveryReply {
  if (!payment || !mayHaveRefunds(payment)) return undefined;
  const { merchantId, paymentId, expandAttempts, expandCaptures } = request;
  const shown = { caller: caller.kind, expandAttempts, expandCaptures };
  return { kind: 'forward', outgoing: outgoing(refundsPublishSnapshots, { merchantId, paymentId, shown }) };
}
