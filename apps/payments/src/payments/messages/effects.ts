import type { DataOf, MessageDefinition, Outgoing, SealedOperation } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorBeginCheck,
  connectorRedact,
  connectorSync,
  operationCommands,
  outgoing,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundsPublishSnapshots,
  routeBeginCheck,
  routeRequest,
  webhookRedact,
} from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { hasSealedFacts } from '@payorch/operations';
import { jobIdOf } from '@payorch/platform/jobs';
import { type MerchantSeals, sealedFacts } from '@payorch/platform/sealing';
import type { AddressedReply, ScheduledJob } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { Effect, EffectOf, Operation, OperationEffect, ToRoute } from '../domain/decision';
import type { Payment, PendingReply } from '../domain/payment';
import { connectedAccountOf } from '../domain/terms/split';
import { replyDue, syncDue, beginCheckDue } from '../persistence/jobs';

/** The messages, jobs and replies of one decision. */
export interface Performed {
  readonly messages: Outgoing[];
  readonly forwards: Outgoing[];
  readonly jobs: ScheduledJob[];
  readonly cancelledJobs: string[];
  readonly replies: AddressedReply[];
}

/** What effects need to become messages. */
export interface EffectParts {
  /** Returns the view of a pending reply. */
  readonly render: (pendingReply: PendingReply) => Buffer;
  readonly seals: Pick<MerchantSeals, 'seal'>;
}

/** What a request to routing carries, with absent keys where nothing is set. */
const toRoute = (
  { operation, captureMethod, straightThrough, splitAt, credentials, routingVersion, facts }: ToRoute,
  seals: EffectParts['seals'],
): DataOf<typeof routeRequest> => ({
  operation: sealedFacts('authorize', operation, seals),
  captureMethod,
  straightThrough,
  splitAt,
  credentials,
  ...(routingVersion !== undefined && { routingVersion }),
  ...(facts && { facts }),
});

/** What an effect needs besides itself. */
interface Performing extends EffectParts {
  readonly payment: Payment;
  readonly performed: Performed;
}

/** What every command about an operation of the payment names. */
const about = (payment: Payment, { id, attemptId, account }: Operation) => {
  const { merchantId, profileId, paymentId } = payment;
  const ids = { operationId: id, merchantId, profileId, paymentId, attemptId, account };
  return { ...ids, ...connectedAccountOf(payment, attemptId) };
};

/** The command of an operation: its effect has the facts that it carries. */
function request({ kind, operation, ...facts }: OperationEffect, { payment, performed, seals }: Performing): void {
  const open = { ...about(payment, operation), ...facts };
  const data = hasSealedFacts(kind) ? sealedFacts(kind, open as never, seals) : open;
  performed.messages.push(outgoing(operationCommands[kind] as MessageDefinition, data));
}

/** A row of its own, which the repository writes. */
const row = (): void => undefined;

type Perform<Of extends Effect> = (effect: Of, performing: Performing) => void;

/** What each effect does that is no request of an operation. */
const performers: { readonly [Kind in Exclude<Effect['kind'], OperationEffect['kind']>]: Perform<EffectOf<Kind>> } = {
  route: (effect, { performed, seals }) => performed.messages.push(outgoing(routeRequest, toRoute(effect, seals))),
  authorize({ operation, account, fallbacks }, { performed, seals }) {
    const sealed: SealedOperation = sealedFacts('authorize', operation, seals);
    const returnUrl = sealed.returnUrl.replace('{connector}', account.connector);
    performed.messages.push(outgoing(connectorAuthorize, { ...sealed, returnUrl, account, fallbacks: [...fallbacks] }));
  },
  reserve_void({ operation: operationId, charged }, { payment: { merchantId, paymentId }, performed }) {
    performed.messages.push(outgoing(postCaptureVoidReserve, { merchantId, paymentId, operationId, charged }));
  },
  release_void({ operation: operationId }, { payment: { merchantId, paymentId }, performed }) {
    performed.messages.push(outgoing(postCaptureVoidRelease, { merchantId, paymentId, operationId }));
  },
  sync({ kind: _, operation, ...request }, { payment, performed }) {
    performed.messages.push(outgoing(connectorSync, { ...about(payment, operation), ...request }));
  },
  check_begin(effect, { payment, performed, seals }) {
    const { operation, account, fallbacks, round } = effect;
    const { operationId: id, attemptId, money } = operation;
    performed.messages.push(
      account === null
        ? outgoing(routeBeginCheck, { ...toRoute(effect, seals), round })
        : outgoing(connectorBeginCheck, {
            ...about(payment, { id, attemptId, account }),
            fallbacks: [...fallbacks],
            money,
            round,
          }),
    );
  },
  check_begin_later({ attemptId, delayMs }, { payment: { merchantId, paymentId }, performed }) {
    performed.jobs.push(scheduled(beginCheckDue, { merchantId, paymentId, attemptId }, delayMs));
  },
  sync_later({ attemptId, delayMs }, { payment: { merchantId, paymentId }, performed }) {
    performed.jobs.push(scheduled(syncDue, { merchantId, paymentId, attemptId }, delayMs));
  },
  cancel_sync(_, { payment: { merchantId, paymentId }, performed }) {
    performed.cancelledJobs.push(jobIdOf(syncDue.type, keyOf(merchantId, paymentId)));
  },
  request_refund_snapshots({ pendingReply, shown, timeoutMs }, { payment: { merchantId, paymentId }, performed }) {
    performed.forwards.push(outgoing(refundsPublishSnapshots, { merchantId, paymentId, shown }));
    const shownReply = { ...pendingReply, view: { kind: 'payment' as const, ...shown } };
    performed.jobs.push(scheduled(replyDue, { merchantId, paymentId, pendingReply: shownReply }, timeoutMs));
  },
  redact_webhooks(_, { payment: { merchantId, paymentId }, performed }) {
    performed.messages.push(outgoing(webhookRedact, { merchantId, objectId: paymentId }));
  },
  redact_responses({ account }, { payment: { merchantId, paymentId }, performed }) {
    performed.messages.push(outgoing(connectorRedact, { merchantId, paymentId, account }));
  },
  reply({ pendingReplies }, { performed, render }) {
    for (const pendingReply of pendingReplies)
      performed.replies.push(replyTo(pendingReply, { kind: 'response', body: render(pendingReply) }));
  },
  refuse({ pendingReplies, refusal }, { performed }) {
    for (const pendingReply of pendingReplies) performed.replies.push(replyTo(pendingReply, refusal));
  },
  incident: row,
  manual_update: row,
  save_payment_method: row,
  use_payment_method: row,
  create_mandate: row,
  use_mandate: row,
  move_mandate: row,
  refer_mandate: row,
};

/** Turns effects into messages, jobs and replies. */
export function performEffects(payment: Payment, effects: readonly Effect[], parts: EffectParts): Performed {
  const performed: Performed = { messages: [], forwards: [], jobs: [], cancelledJobs: [], replies: [] };
  const performing = { ...parts, payment, performed };
  const others = performers as { readonly [Kind in Effect['kind']]?: Perform<Effect> };
  for (const effect of effects) (others[effect.kind] ?? (request as Perform<Effect>))(effect, performing);
  return performed;
}

const replyTo = ({ replyTopic, replyCorrelationId }: PendingReply, reply: AddressedReply['reply']): AddressedReply => ({
  to: { topic: replyTopic, correlationId: replyCorrelationId },
  reply,
});
