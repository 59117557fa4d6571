import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/** One event on its way to one merchant. Only a 2xx, the end of the schedule or a 410 ends it. */
export const deliveryMachine = defineMachine({
  waiting: { accepted: 'delivered', failed: 'waiting', exhausted: 'given_up', gone: 'disabled' },
  delivered: {},
  given_up: {},
  disabled: {},
});

export type DeliveryState = StateOf<typeof deliveryMachine>;
