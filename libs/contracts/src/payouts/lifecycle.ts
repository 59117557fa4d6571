import {
  customerId,
  keyOfPayout,
  moneyWire,
  payoutAttemptId,
  payoutId,
  payoutStatus,
  payoutType,
  publicFields,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const { merchantId, profileId, version, occurredAt, createdAt, connector, merchantConnectorId, errorCode } =
  publicFields;

/**
 * One event for every version of a payout, in order within its key. A subscriber ignores an event whose version is not newer than
 * the version it has.
 */
const payoutEvent = z.object({
  merchantId,
  profileId,
  payoutId: payoutId.describe('The payout.'),
  payoutAttemptId: payoutAttemptId.nullable().describe('Its present attempt; null: none has begun.'),
  version,
  occurredAt,
  createdAt,
  status: payoutStatus.describe('The status of the payout at this version.'),
  money: moneyWire.describe('The requested amount.'),
  customerId: customerId.nullable().describe('The recipient, by the merchant’s id; null: none is named.'),
  payoutType: payoutType.nullable().describe('Where the money goes; null: not known yet.'),
  payoutMethodType: z.string().nullable().describe('The kind of card, account or wallet; null: not known yet.'),
  connector: connector
    .nullable()
    .describe('The processor, by the name of its connector; null until routing has chosen the account.'),
  merchantConnectorId: merchantConnectorId
    .nullable()
    .describe('The merchant’s account at the processor; null until routing has chosen it.'),
  connectorPayoutId: z
    .string()
    .nullable()
    .describe('The processor’s id of the payout; null until the processor returns one.'),
  errorCode,
});
export type PayoutEvent = z.infer<typeof payoutEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.payoutsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: keyOfPayout,
    data: payoutEvent,
  });

export const payoutCreated = lifecycle('payout.created', 'A payout was created; its status may be any.');
export const payoutUpdated = lifecycle(
  'payout.updated',
  'A change without one of the events below: new details, a step at the processor, another attempt, a sync.',
);
export const payoutInitiated = lifecycle('payout.initiated', 'The money is on its way; status `initiated`.');
export const payoutSucceeded = lifecycle('payout.succeeded', 'The recipient has the money; status `success`.');
export const payoutFailed = lifecycle('payout.failed', 'The payout failed and no money moves; status `failed`.');
export const payoutIneligible = lifecycle(
  'payout.ineligible',
  'The recipient cannot be paid as requested; status `ineligible`.',
);
export const payoutCancelled = lifecycle('payout.cancelled', 'The payout was cancelled before it was paid.');
export const payoutExpired = lifecycle('payout.expired', 'The payout was not completed in time; status `expired`.');
export const payoutReversed = lifecycle(
  'payout.reversed',
  'The money came back after the payout had succeeded; status `reversed`.',
);
