import type { PaymentSnapshot } from '@payorch/contracts';
import { aPayment, aProfile } from '../../../test/builders';
import { aDecision } from '../../../test/routing';
import type { Attempt } from '../domain/attempts/attempt';
import { activeAttempt } from '../domain/payment';
import { lifecycleMessages } from './lifecycle-events';

const routeOf = (decision: Attempt['decision']) => {
  const payment = aPayment.charged();
  const attempts = [{ ...activeAttempt(payment), ...(decision && { decision }) }];
  const [message] = lifecycleMessages(undefined, { ...payment, attempts }, aProfile, () => ({}));
  return (message!.data as PaymentSnapshot).route;
};

it.each([
  ['a rule', aDecision, { source: 'active', algorithmId: 'routing_1', ruleIndex: 0, fellBack: false }],
  [
    'the default order',
    { ...aDecision, source: 'default' as const, algorithmId: null, rule: null, fellBack: true },
    { source: 'default', algorithmId: null, ruleIndex: null, fellBack: true },
  ],
])('the lifecycle event of a payment routed by %s names what chose, without the facts', (_, decision, route) =>
  expect(routeOf(decision)).toEqual(route),
);

it('the lifecycle event of an attempt without a decision names no route', () =>
  expect(routeOf(undefined)).toBeUndefined());
