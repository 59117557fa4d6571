import type { EventId, MerchantId, ProfileId } from '@payorch/kernel';
import type { AttemptResult } from './decide/after-attempt';
import type { DeliveryState } from './delivery.machine';

/** A webhook endpoint; that of a profile's own address has the profile's id. Slots, pauses and failures are per endpoint. */
export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly endpointId: string;
}

/** An endpoint with the profile that it belongs to. */
export interface ProfileEndpoint extends Endpoint {
  readonly profileId: ProfileId;
}

/** A leased delivery: no other process sends it until the lease ends. */
export interface Delivery extends ProfileEndpoint {
  readonly eventId: EventId;
  readonly body: Buffer;
  /** The request that caused the event; null for events stored before requests were recorded. */
  readonly requestId: string | null;
  readonly failures: number;
  readonly leaseToken: string;
}

/** The result of an attempt, to be saved. */
export interface AttemptRecord {
  readonly delivery: Delivery;
  /** The id of the event for its first attempt. */
  readonly attemptId: EventId;
  readonly state: DeliveryState;
  readonly delayMs: number | null;
  readonly result: AttemptResult;
  /** How long the attempt took. */
  readonly ms: number;
}

/** The result under the names of metrics and log lines. */
export const outcomeOf = ({ state }: Pick<AttemptRecord, 'state'>): 'delivered' | 'failed' | 'given_up' =>
  state === 'delivered' ? 'delivered' : state === 'waiting' ? 'failed' : 'given_up';
