import type { AttemptId, OperationId } from '@payorch/kernel';
import { money, Secret } from '@payorch/kernel';
import type { Card, FlowName, Operations } from '../flows';

/** A card whose parts are easy to find wherever they should not be. */
export const sampleCard: Card = {
  number: new Secret('4111111111111111'),
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: new Secret('737'),
  holderName: 'Ada Lovelace',
  network: 'Visa',
};

const id = 'op_sample' as OperationId;
const sum = money(6540n, 'USD');

/** One operation of each kind, the same in every run: recorded exchanges refer to it. */
export const sampleOperations: Operations = {
  authorize: {
    id,
    attemptId: 'pay_sample_1' as AttemptId,
    money: sum,
    capture: 'automatic',
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    card: sampleCard,
    threeDs: false,
    returnUrl: 'https://switch.example/redirect',
    webhookUrl: 'https://switch.example/webhooks/merchant/mca',
    email: null,
    billing: null,
    shipping: null,
    browserInfo: null,
    description: null,
    statementDescriptor: null,
    metadata: null,
  },
  capture: { id, reference: 'ref_sample', money: sum, authorized: sum },
  void: { id, reference: 'ref_sample', reason: 'requested_by_customer' },
  sync: { id, flow: 'authorize', reference: 'ref_sample', money: sum },
};

/** The sample with what a recorded exchange changes of it. */
export const sampleOperation = <Name extends FlowName>(
  name: Name,
  changes: Readonly<Record<string, unknown>>,
): Operations[Name] => ({ ...sampleOperations[name], ...changes }) as Operations[Name];
