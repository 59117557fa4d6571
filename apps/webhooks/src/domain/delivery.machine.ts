import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/**
 * The delivery of one event to one endpoint. A 2xx, a 410, the end of the retry schedule or the disabling of its endpoint ends it. A
 * manual retry may still deliver it.
 */
export const deliveryMachine = defineMachine({
  waiting: {
    accepted: 'delivered',
    failed: 'waiting',
    exhausted: 'given_up',
    gone: 'disabled',
    endpoint_disabled: 'disabled',
  },
  delivered: {},
  given_up: { accepted: 'delivered' },
  disabled: { accepted: 'delivered' },
});

export type DeliveryState = StateOf<typeof deliveryMachine>;
