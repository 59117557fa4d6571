import { deliveryMachine } from './domain/delivery.machine';

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Delivery of a webhook',
    file: 'domain/delivery.machine.ts',
    about: 'The delivery of one event to one merchant.',
    machine: deliveryMachine,
    starts: ['waiting'],
    columns: {},
  },
];
