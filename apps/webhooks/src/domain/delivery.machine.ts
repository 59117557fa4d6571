import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/** The delivery of one event to one merchant. Only a 2xx, a 410 or the end of the retry schedule ends a delivery. */
export const deliveryMachine = defineMachine({
  waiting: { accepted: 'delivered', failed: 'waiting', exhausted: 'given_up', gone: 'disabled' },
  delivered: {},
  given_up: {},
  disabled: {},
});

export type DeliveryState = StateOf<typeof deliveryMachine>;
