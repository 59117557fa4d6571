import type { Outgoing } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorBeginCheck,
  connectorCapture,
  connectorExtend,
  connectorIncrement,
  connectorPostCaptureVoid,
  connectorSync,
  connectorVoid,
  outgoing,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundsPublishSnapshots,
  routeBeginCheck,
  routeRequest,
} from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AddressedReply, ScheduledJob } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { Effect, Operation } from '../domain/decision';
import type { Payment, PendingReply } from '../domain/payment';
import { answerDue, syncDue, beginCheckDue } from './jobs';

/** The messages, jobs and replies of one decision. */
export interface Performed {
  readonly messages: Outgoing[];
  readonly forwards: Outgoing[];
  readonly jobs: ScheduledJob[];
  readonly cancelledJobs: string[];
  readonly replies: AddressedReply[];
}

/** Turns effects into messages, jobs and replies. `render` returns the view of a pending reply. */
export function perform(
  payment: Payment,
  effects: readonly Effect[],
  render: (pendingReply: PendingReply) => Buffer,
): Performed {
  const done: Performed = { messages: [], forwards: [], jobs: [], cancelledJobs: [], replies: [] };
  for (const effect of effects) performOne(payment, effect, done, render);
  return done;
}

function performOne(
  payment: Payment,
  effect: Effect,
  done: Performed,
  render: (pendingReply: PendingReply) => Buffer,
): void {
  const { merchantId, profileId, paymentId } = payment;
  const about = ({ id, attemptId, account }: Operation) => ({
    operationId: id,
    merchantId,
    profileId,
    paymentId,
    attemptId,
    account,
  });
  switch (effect.kind) {
    case 'route': {
      const { operation, captureMethod, straightThrough, splitAt } = effect;
      done.messages.push(outgoing(routeRequest, { operation, captureMethod, straightThrough, splitAt }));
      return;
    }
    case 'authorize': {
      const { operation, account, fallbacks } = effect;
      const returnUrl = operation.returnUrl.replace('{connector}', account.connector);
      done.messages.push(outgoing(connectorAuthorize, { ...operation, returnUrl, account, fallbacks: [...fallbacks] }));
      return;
    }
    case 'capture': {
      const { operation, reference, money, authorized, wantsWhole } = effect;
      done.messages.push(outgoing(connectorCapture, { ...about(operation), reference, money, authorized, wantsWhole }));
      return;
    }
    case 'increment': {
      const { operation, reference, money, authorized, reason } = effect;
      done.messages.push(outgoing(connectorIncrement, { ...about(operation), reference, money, authorized, reason }));
      return;
    }
    case 'void': {
      const { operation, reference, reason, wantsWhole } = effect;
      done.messages.push(outgoing(connectorVoid, { ...about(operation), reference, reason, wantsWhole }));
      return;
    }
    case 'extend': {
      const { operation, reference } = effect;
      done.messages.push(outgoing(connectorExtend, { ...about(operation), reference }));
      return;
    }
    case 'post_capture_void': {
      const { operation, reference, charged, reason } = effect;
      done.messages.push(outgoing(connectorPostCaptureVoid, { ...about(operation), reference, charged, reason }));
      return;
    }
    case 'reserve_void': {
      const { operation: operationId, charged } = effect;
      done.messages.push(outgoing(postCaptureVoidReserve, { merchantId, paymentId, operationId, charged }));
      return;
    }
    case 'release_void':
      done.messages.push(outgoing(postCaptureVoidRelease, { merchantId, paymentId, operationId: effect.operation }));
      return;
    case 'sync': {
      const { operation, flow, reference, money, round, wantsWhole } = effect;
      done.messages.push(outgoing(connectorSync, { ...about(operation), flow, reference, money, round, wantsWhole }));
      return;
    }
    case 'check_begin': {
      const { operation, captureMethod, straightThrough, splitAt, account, fallbacks, round } = effect;
      const { operationId, attemptId, money } = operation;
      done.messages.push(
        account === null
          ? outgoing(routeBeginCheck, { operation, captureMethod, straightThrough, splitAt, round })
          : outgoing(connectorBeginCheck, {
              ...about({ id: operationId, attemptId, account }),
              ...{ fallbacks: [...fallbacks], money, round },
            }),
      );
      return;
    }
    case 'check_begin_later':
      done.jobs.push(scheduled(beginCheckDue, { merchantId, paymentId, attemptId: effect.attemptId }, effect.delayMs));
      return;
    case 'sync_later':
      done.jobs.push(scheduled(syncDue, { merchantId, paymentId, attemptId: effect.attemptId }, effect.delayMs));
      return;
    case 'cancel_sync':
      done.cancelledJobs.push(jobIdOf(syncDue.type, keyOf(merchantId, paymentId)));
      return;
    case 'request_refund_snapshots': {
      const { pendingReply, shown, timeoutMs } = effect;
      done.forwards.push(outgoing(refundsPublishSnapshots, { merchantId, paymentId, shown }));
      const { view: _view, ...address } = pendingReply;
      const waiter = { ...address, wants: { kind: 'payment' as const, ...shown } };
      done.jobs.push(scheduled(answerDue, { merchantId, paymentId, waiter }, timeoutMs));
      return;
    }
    case 'answer':
      for (const pendingReply of effect.pendingReplies)
        done.replies.push(replyTo(pendingReply, { kind: 'answer', body: render(pendingReply) }));
      return;
    case 'refuse':
      for (const pendingReply of effect.pendingReplies) done.replies.push(replyTo(pendingReply, effect.refusal));
      return;
    case 'incident':
    case 'save_method':
    case 'create_mandate':
    case 'use_mandate':
      return; // rows of their own, written by the repository
  }
}

const replyTo = ({ replyTopic, replyCorrelationId }: PendingReply, reply: AddressedReply['reply']): AddressedReply => ({
  to: { topic: replyTopic, correlationId: replyCorrelationId },
  reply,
});
