import type { AuthorizeOperation, DataOf, Outgoing, SealedOperation } from '@payorch/contracts';
import {
  authenticationPlace,
  connectorAuthenticate,
  connectorAuthorize,
  connectorBeginCheck,
  connectorCapture,
  connectorCreateOrder,
  connectorExtend,
  connectorIncrement,
  connectorPostCaptureVoid,
  connectorPreAuthenticate,
  connectorRedact,
  connectorSync,
  connectorVoid,
  detailsPlace,
  detailsText,
  outgoing,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundsPublishSnapshots,
  routeBeginCheck,
  routeRequest,
  splitOperation,
  webhookRedact,
} from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { MerchantSeals } from '@payorch/platform/sealing';
import type { AddressedReply, ScheduledJob } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { Effect, Operation, ToRoute } from '../domain/decision';
import type { Payment, PendingReply } from '../domain/payment';
import { connectedAccountOf } from '../domain/terms/split';
import { replyDue, syncDue, beginCheckDue } from './jobs';

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

/** Routing sees what it decides by; the rest is sealed for the worker. */
function sealedOperationOf(operation: AuthorizeOperation, seals: EffectParts['seals']): SealedOperation {
  const { routed, details } = splitOperation(operation);
  return { ...routed, sealedDetails: seals.seal(detailsText(details), detailsPlace(operation)) };
}

/** What a request to routing carries, with absent keys where nothing is set. */
const toRoute = (
  { operation, captureMethod, straightThrough, splitAt, credentials, routingVersion, facts }: ToRoute,
  seals: EffectParts['seals'],
): DataOf<typeof routeRequest> => ({
  operation: sealedOperationOf(operation, seals),
  captureMethod,
  straightThrough,
  splitAt,
  credentials,
  ...(routingVersion !== undefined && { routingVersion }),
  ...(facts && { facts }),
});

/** Turns effects into messages, jobs and replies. */
export function performEffects(payment: Payment, effects: readonly Effect[], parts: EffectParts): Performed {
  const performed: Performed = { messages: [], forwards: [], jobs: [], cancelledJobs: [], replies: [] };
  for (const effect of effects) performEffect(payment, effect, performed, parts);
  return performed;
}

function performEffect(payment: Payment, effect: Effect, performed: Performed, { render, seals }: EffectParts): void {
  const { merchantId, profileId, paymentId } = payment;
  const about = ({ id, attemptId, account }: Operation) => ({
    operationId: id,
    merchantId,
    profileId,
    paymentId,
    attemptId,
    account,
    ...connectedAccountOf(payment, attemptId),
  });
  switch (effect.kind) {
    case 'route': {
      performed.messages.push(outgoing(routeRequest, toRoute(effect, seals)));
      return;
    }
    case 'authorize': {
      const { account, fallbacks } = effect;
      const operation = sealedOperationOf(effect.operation, seals);
      const returnUrl = operation.returnUrl.replace('{connector}', account.connector);
      performed.messages.push(
        outgoing(connectorAuthorize, { ...operation, returnUrl, account, fallbacks: [...fallbacks] }),
      );
      return;
    }
    case 'capture': {
      const { operation, reference, money, authorized, multiple, allKeysRequired } = effect;
      performed.messages.push(
        outgoing(connectorCapture, { ...about(operation), reference, money, authorized, multiple, allKeysRequired }),
      );
      return;
    }
    case 'increment': {
      const { operation, reference, money, authorized, reason } = effect;
      performed.messages.push(
        outgoing(connectorIncrement, { ...about(operation), reference, money, authorized, reason }),
      );
      return;
    }
    case 'void': {
      const { operation, reference, reason, allKeysRequired } = effect;
      performed.messages.push(outgoing(connectorVoid, { ...about(operation), reference, reason, allKeysRequired }));
      return;
    }
    case 'extend': {
      const { operation, reference } = effect;
      performed.messages.push(outgoing(connectorExtend, { ...about(operation), reference }));
      return;
    }
    case 'create_order': {
      const { operation, money, capture } = effect;
      performed.messages.push(outgoing(connectorCreateOrder, { ...about(operation), money, capture }));
      return;
    }
    case 'pre_authenticate': {
      const { operation, card, requestorUrl } = effect;
      performed.messages.push(outgoing(connectorPreAuthenticate, { ...about(operation), card, requestorUrl }));
      return;
    }
    case 'authenticate': {
      const { kind: _, operation, details, ...request } = effect;
      const place = authenticationPlace({ merchantId, operationId: operation.id });
      const sealedDetails = seals.seal(JSON.stringify(details), place);
      performed.messages.push(outgoing(connectorAuthenticate, { ...about(operation), ...request, sealedDetails }));
      return;
    }
    case 'post_capture_void': {
      const { operation, reference, charged, reason } = effect;
      performed.messages.push(outgoing(connectorPostCaptureVoid, { ...about(operation), reference, charged, reason }));
      return;
    }
    case 'reserve_void': {
      const { operation: operationId, charged } = effect;
      performed.messages.push(outgoing(postCaptureVoidReserve, { merchantId, paymentId, operationId, charged }));
      return;
    }
    case 'release_void':
      performed.messages.push(
        outgoing(postCaptureVoidRelease, { merchantId, paymentId, operationId: effect.operation }),
      );
      return;
    case 'sync': {
      const { operation, flow, reference, money, round, allKeysRequired } = effect;
      performed.messages.push(
        outgoing(connectorSync, { ...about(operation), flow, reference, money, round, allKeysRequired }),
      );
      return;
    }
    case 'check_begin': {
      const { operation, account, fallbacks, round } = effect;
      const { operationId, attemptId, money } = operation;
      performed.messages.push(
        account === null
          ? outgoing(routeBeginCheck, { ...toRoute(effect, seals), round })
          : outgoing(connectorBeginCheck, {
              ...about({ id: operationId, attemptId, account }),
              fallbacks: [...fallbacks],
              money,
              round,
            }),
      );
      return;
    }
    case 'check_begin_later':
      performed.jobs.push(
        scheduled(beginCheckDue, { merchantId, paymentId, attemptId: effect.attemptId }, effect.delayMs),
      );
      return;
    case 'sync_later':
      performed.jobs.push(scheduled(syncDue, { merchantId, paymentId, attemptId: effect.attemptId }, effect.delayMs));
      return;
    case 'cancel_sync':
      performed.cancelledJobs.push(jobIdOf(syncDue.type, keyOf(merchantId, paymentId)));
      return;
    case 'request_refund_snapshots': {
      const { pendingReply, shown, timeoutMs } = effect;
      performed.forwards.push(outgoing(refundsPublishSnapshots, { merchantId, paymentId, shown }));
      const shownReply = { ...pendingReply, view: { kind: 'payment' as const, ...shown } };
      performed.jobs.push(scheduled(replyDue, { merchantId, paymentId, pendingReply: shownReply }, timeoutMs));
      return;
    }
    case 'redact_webhooks':
      performed.messages.push(outgoing(webhookRedact, { merchantId, objectId: paymentId }));
      return;
    case 'redact_responses':
      performed.messages.push(outgoing(connectorRedact, { merchantId, paymentId, account: effect.account }));
      return;
    case 'reply':
      for (const pendingReply of effect.pendingReplies)
        performed.replies.push(replyTo(pendingReply, { kind: 'response', body: render(pendingReply) }));
      return;
    case 'refuse':
      for (const pendingReply of effect.pendingReplies) performed.replies.push(replyTo(pendingReply, effect.refusal));
      return;
    case 'incident':
    case 'manual_update':
    case 'save_payment_method':
    case 'use_payment_method':
    case 'create_mandate':
    case 'use_mandate':
    case 'move_mandate':
    case 'refer_mandate':
      return; // rows of their own, written by the repository
  }
}

const replyTo = ({ replyTopic, replyCorrelationId }: PendingReply, reply: AddressedReply['reply']): AddressedReply => ({
  to: { topic: replyTopic, correlationId: replyCorrelationId },
  reply,
});
