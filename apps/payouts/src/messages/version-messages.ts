import type {
  FindGsmRule,
  MessageDefinition,
  Outgoing,
  PayoutEvent,
  PayoutStatus,
  WebhookEventType,
} from '@payorch/contracts';
import {
  baseAccountOf,
  outgoing,
  payoutCancelled,
  payoutCreated,
  payoutExpired,
  payoutFailed,
  payoutIneligible,
  payoutInitiated,
  payoutReversed,
  payoutSucceeded,
  payoutUpdated,
  webhookRequested,
} from '@payorch/contracts';
import { newEventId } from '@payorch/kernel';
import { presentState } from '@payorch/platform/snapshots';
import { attemptOf, errorOf, type Payout } from '../domain/payout';
import { statusOf } from '../domain/payout.status';
import { payoutObject } from '../queries/payout.view';

/** Status → its lifecycle event, and its webhook event type where merchants get a webhook. */
const statusEvents: {
  readonly [S in PayoutStatus]?: readonly [MessageDefinition<PayoutEvent>, WebhookEventType | null];
} = {
  success: [payoutSucceeded, 'payout_success'],
  failed: [payoutFailed, 'payout_failed'],
  cancelled: [payoutCancelled, 'payout_cancelled'],
  initiated: [payoutInitiated, 'payout_initiated'],
  expired: [payoutExpired, 'payout_expired'],
  reversed: [payoutReversed, 'payout_reversed'],
  ineligible: [payoutIneligible, null],
};

/** The public event: no text of the merchant and no text of the processor. */
function eventOf(payout: Payout): PayoutEvent {
  const { fields, destination } = payout;
  const attempt = attemptOf(payout);
  const account = attempt && attempt.account;
  const error = errorOf(payout);
  return {
    merchantId: payout.merchantId,
    profileId: payout.profileId,
    payoutId: payout.payoutId,
    payoutAttemptId: attempt && attempt.id,
    version: payout.version,
    occurredAt: payout.modifiedAt.toISOString(),
    createdAt: payout.createdAt.toISOString(),
    status: statusOf(payout),
    money: fields.money,
    customerId: fields.customerId as PayoutEvent['customerId'],
    payoutType: fields.payoutType,
    payoutMethodType: destination && destination.methodType,
    connector: account && account.connector,
    merchantConnectorId: account && baseAccountOf(account.merchantConnectorId),
    connectorPayoutId: attempt && attempt.reference,
    errorCode: error && error.code !== '' ? error.code : null,
  };
}

/** The event that shows a payout whose last event is not known. */
export const presentPayout = (payout: Payout): Outgoing => presentState(payoutCreated, payoutUpdated, eventOf(payout));

const webhookOf = (payout: Payout, eventType: WebhookEventType, gsmRule: FindGsmRule): Outgoing =>
  outgoing(webhookRequested, {
    merchantId: payout.merchantId,
    profileId: payout.profileId,
    eventId: newEventId(payout.modifiedAt),
    eventType,
    eventClass: 'payouts',
    objectId: payout.payoutId,
    objectType: 'payout_details',
    sequence: payout.version,
    status: statusOf(payout),
    occurredAt: payout.modifiedAt.toISOString(),
    object: payoutObject(payout, { gsmRule, expandAttempts: false }),
  });

/** The messages of a new version: the lifecycle event, and the merchant's webhook when the new status has one. */
export function versionMessages(
  before: Payout | undefined,
  after: Payout,
  { gsmRule, hasEndpoint }: { readonly gsmRule: FindGsmRule; readonly hasEndpoint: boolean },
): Outgoing[] {
  const isNews = before === undefined || statusOf(before) !== statusOf(after);
  const [event, webhook] = (isNews ? statusEvents[statusOf(after)] : undefined) ?? [payoutUpdated, null];
  const lifecycle = outgoing(before === undefined ? payoutCreated : event, eventOf(after));
  return webhook !== null && hasEndpoint ? [lifecycle, webhookOf(after, webhook, gsmRule)] : [lifecycle];
}
