import {
  disputeId,
  disputeKey,
  disputeStage,
  disputeStatus,
  keyOfPayment,
  moneyWire,
  publicFields,
  timestamp,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const { merchantId, profileId, version, occurredAt, createdAt, paymentId, connector, merchantConnectorId } =
  publicFields;

/**
 * One event for every version of a dispute, in order within its key. A subscriber ignores an event whose version is not newer than
 * the version it has.
 */
const disputeEvent = z.object({
  merchantId,
  profileId,
  disputeId: disputeId.describe('The dispute.'),
  paymentId,
  version,
  occurredAt,
  createdAt,
  stage: disputeStage.describe('The stage of the dispute at this version.'),
  status: disputeStatus.describe('The status of the dispute within its stage.'),
  money: moneyWire.describe('The disputed amount.'),
  taken: moneyWire.describe('What the dispute takes, or may take, of the charge: so much is not refunded as well.'),
  connector,
  merchantConnectorId,
  connectorDisputeId: z.string().describe('The processor’s id of the dispute.'),
  code: z.string().nullable().describe('The processor’s code of why the customer disputes; null: it gave none.'),
  challengeRequiredBy: timestamp
    .nullable()
    .describe('Until when the merchant may answer, ISO 8601; null: the processor does not say it.'),
});
export type DisputeEvent = z.infer<typeof disputeEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.disputesLifecycle.name,
    alsoOn: { topic: topics.paymentsLifecycle.name, keyOf: (m: DisputeEvent) => keyOfPayment(m) },
    type,
    version: 1,
    kind: 'event',
    description,
    key: (m: DisputeEvent) => disputeKey(m),
    data: disputeEvent,
  });

export const disputeOpened = lifecycle(
  'dispute.opened',
  'A customer disputes the charge, or the dispute entered another stage.',
);
export const disputeExpired = lifecycle('dispute.expired', 'The time to answer has passed.');
export const disputeAccepted = lifecycle(
  'dispute.accepted',
  'The merchant accepted the dispute: the customer keeps the money.',
);
export const disputeCancelled = lifecycle('dispute.cancelled', 'The dispute was withdrawn.');
export const disputeChallenged = lifecycle('dispute.challenged', 'The merchant’s evidence is with the processor.');
export const disputeWon = lifecycle('dispute.won', 'The merchant won: the sum can be refunded again.');
export const disputeLost = lifecycle('dispute.lost', 'The customer won: the customer keeps the money.');
export const disputeUpdated = lifecycle(
  'dispute.updated',
  'A change without a new status: evidence, an answer under way, or another fact of the processor.',
);
