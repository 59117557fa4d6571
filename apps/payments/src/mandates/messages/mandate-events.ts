import type { JsonObject, MandateEvent, Outgoing, ProfileSettings, WebhookEventType } from '@payorch/contracts';
import {
  hasWebhookEndpoint,
  mandateCreated,
  mandateRevoked,
  mandateUpdated,
  mandateUsedUp,
  outgoing,
  webhookRequested,
} from '@payorch/contracts';
import { newEventId } from '@payorch/kernel';
import { presentState } from '@payorch/platform/snapshots';
import { isUsed, type Mandate } from '../domain/mandate';

/** Status → the merchant's webhook. */
const webhooks: Readonly<Record<string, WebhookEventType>> = { active: 'mandate_active', revoked: 'mandate_revoked' };

function eventOf(before: Mandate | undefined, after: Mandate, isReported: boolean) {
  if (before === undefined) return mandateCreated;
  if (after.status !== 'revoked' || before.status === 'revoked') return mandateUpdated;
  return isUsed(after) && !isReported && after.revocation?.state !== 'succeeded' ? mandateUsedUp : mandateRevoked;
}

/** `isReported`: the processor ended the mandate, whatever payments used of it. */
export interface MandateMessageParts {
  readonly view: () => JsonObject;
  readonly isReported?: boolean;
}

/** The lifecycle event of a new version, and the merchant's webhook where the status changed. */
export function mandateMessages(
  before: Mandate | undefined,
  after: Mandate,
  profile: Pick<ProfileSettings, 'webhook' | 'webhookEndpoints'>,
  { view, isReported = false }: MandateMessageParts,
): Outgoing[] {
  const messages = [outgoing(eventOf(before, after, isReported), snapshot(after))];
  const eventType = before?.status === after.status ? undefined : webhooks[after.status];
  if (eventType !== undefined && hasWebhookEndpoint(profile)) {
    messages.push(outgoing(webhookRequested, request(after, eventType, view())));
  }
  return messages;
}

/** The event that shows a mandate whose last event is not known. */
export const presentMandate = (mandate: Mandate): Outgoing =>
  presentState(mandateCreated, mandateUpdated, snapshot(mandate));

const request = (mandate: Mandate, eventType: WebhookEventType, object: JsonObject) => ({
  merchantId: mandate.merchantId,
  profileId: mandate.profileId,
  eventId: newEventId(mandate.modifiedAt),
  eventType,
  eventClass: 'mandates' as const,
  objectId: mandate.mandateId,
  objectType: 'mandate_details' as const,
  sequence: mandate.version,
  status: mandate.status,
  occurredAt: mandate.modifiedAt.toISOString(),
  object,
});

const snapshot = (mandate: Mandate): MandateEvent => ({
  merchantId: mandate.merchantId,
  profileId: mandate.profileId,
  mandateId: mandate.mandateId,
  version: mandate.version,
  occurredAt: mandate.modifiedAt.toISOString(),
  createdAt: mandate.createdAt.toISOString(),
  status: mandate.status,
  customerId: mandate.customerId,
  paymentMethodId: mandate.paymentMethodId,
  paymentId: mandate.paymentId,
  use: mandate.terms.use,
  limit: mandate.terms.limit,
  startDate: mandate.terms.startDate,
  endDate: mandate.terms.endDate,
  capturedAmount: mandate.captured,
  reservedAmount: mandate.reserved,
  connector: mandate.account.connector,
  merchantConnectorId: mandate.account.merchantConnectorId,
});
