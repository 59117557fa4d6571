import { z } from 'zod';
import { defineMessage } from './define-message';
import { mandateKey, mandateStatus } from './mandates';
import {
  customerId,
  merchantConnectorId,
  merchantId,
  minorUnitsWire,
  moneyWire,
  paymentId,
  profileId,
  timestamp,
} from './parts';
import { topics } from './topics';

/**
 * One event for every version of a mandate, in order within its key. A subscriber ignores an event whose version is not
 * newer than the version it has.
 */
const mandateEvent = z.object({
  merchantId,
  profileId,
  mandateId: z.string(),
  version: z.int().min(1),
  occurredAt: timestamp,
  createdAt: timestamp,
  status: mandateStatus,
  customerId,
  paymentMethodId: z.string(),
  /** The payment that set the mandate up. */
  paymentId,
  use: z.enum(['single_use', 'multi_use']),
  /** The limit of all charges together; null: without a limit. */
  limit: moneyWire.nullable(),
  startDate: timestamp.nullable(),
  endDate: timestamp.nullable(),
  /** The charged amount, and the amount reserved for payments under way. */
  capturedAmount: minorUnitsWire,
  reservedAmount: minorUnitsWire,
  connector: z.string(),
  merchantConnectorId,
});
export type MandateEvent = z.infer<typeof mandateEvent>;

const lifecycle = <const Type extends string>(type: Type) =>
  defineMessage({
    ...{ topic: topics.mandatesLifecycle.name, type, version: 1, kind: 'event' },
    ...{ key: mandateKey, data: mandateEvent },
  });

/** A payment set the mandate up. */
export const mandateCreated = lifecycle('mandate.created');
/** An amount was reserved, charged or released; or a revocation began or failed. */
export const mandateUpdated = lifecycle('mandate.updated');
/** A payment used a single-use mandate: it can be charged no more. Its status is `revoked`. */
export const mandateUsedUp = lifecycle('mandate.used_up');
/** The mandate was revoked: it can be charged no more. */
export const mandateRevoked = lifecycle('mandate.revoked');
