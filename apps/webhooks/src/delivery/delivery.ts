import type { EventId, MerchantId, ProfileId } from '@payorch/kernel';
import type { TryResult } from '../domain/decide/after-try';
import type { DeliveryState } from '../domain/delivery.machine';

/** Where deliveries of a profile go: what caps and pauses are counted by. */
export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
}

/** A delivery in hand: leased, so that nobody else sends it meanwhile. */
export interface Delivery extends Endpoint {
  readonly eventId: EventId;
  readonly body: Buffer;
  /** Of the request that set the event off; null where it was stored before that was kept. */
  readonly requestId: string | null;
  readonly failures: number;
  readonly leaseToken: string;
}

/** What a try left to be stored. */
export interface TryRecord {
  readonly delivery: Delivery;
  readonly state: DeliveryState;
  readonly delayMs: number | null;
  readonly result: TryResult;
}
