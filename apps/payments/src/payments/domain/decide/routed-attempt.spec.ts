import type { PaymentFields } from '@payorch/contracts';
import {
  aContext,
  aProfile,
  create,
  effectsOf,
  firstAccount,
  kindsOf,
  later,
  paymentOf,
  receive,
  secondAccount,
  cardFields,
  type ContextChanges,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import { activeWith, aDecision, aProgram, aRouting } from '../../../../test/routing';
import type { Attempt } from '../attempts/attempt';
import type { Decision, Effect } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { checkBegin } from '../authorization/begin-check';
import { confirmPayment } from './confirm-payment';
import { syncOnSchedule } from './sync-payment';

const routing = activeWith('advanced', aProgram);
const metadata = { tier: 'gold', note: 'leave it at the door' };
const facts = { values: { currency: 'EUR' }, metadata: { tier: 'gold' } };
const fields = (changes: Partial<PaymentFields> = {}) => cardFields({ details: { metadata }, ...changes });
const begun = (sent = fields(), context: ContextChanges = { routing }) => create(sent, true, aContext(context));

type ToRoute = Extract<Effect, { kind: 'route' | 'check_begin' }>;
const requestIn = (decision: Decision): ToRoute =>
  effectsOf(decision).find((effect): effect is ToRoute => effect.kind === 'route' || effect.kind === 'check_begin')!;

describe('the request to routing', () => {
  it('has the version of the routing settings, and the facts that their rules compare', () =>
    expect(requestIn(begun())).toMatchObject({ routingVersion: 7, facts }));

  it.each<[string, ContextChanges, object]>([
    ['has neither where nothing is set for the profile', {}, {}],
    ['has the version alone where no rule is in force', { routing: aRouting() }, { routingVersion: 7 }],
    ['has the version alone for one account', { routing: activeWith('single', 'adyen_test') }, { routingVersion: 7 }],
  ])('%s', (_, context, expected) => {
    const { routingVersion, facts: sent } = requestIn(begun(fields(), context));
    expect({ ...(routingVersion !== undefined && { routingVersion }), ...(sent && { facts: sent }) }).toEqual(expected);
  });

  it("has the facts of the request's own rules", () => {
    const straightThrough = { kind: 'algorithm', algorithm: 'advanced', data: aProgram } as const;
    expect(requestIn(begun(fields({ straightThrough }), {}))).toMatchObject({ straightThrough, facts });
  });

  it('is the same when it is repeated, although the settings have changed since', () => {
    const first = begun();
    const payment = paymentOf(first);
    const context = aContext({ now: later(5), routing: aRouting({ accountVersion: 8 }) });
    const due = { merchantId: payment.merchantId, paymentId: payment.paymentId, attemptId: activeAttempt(payment).id };
    const routed = ({ routingVersion, facts: sent }: ToRoute) => ({ routingVersion, sent });
    for (const decide of [syncOnSchedule, checkBegin])
      expect(routed(requestIn(decide(payment, due, context)))).toEqual(routed(requestIn(first)));
  });

  it('of another confirmation has what is set then', () => {
    const failed = paymentOf(receive(paymentOf(begun()), declined(), { decision: aDecision }));
    const { merchantId, paymentId } = failed;
    const profile = { ...aProfile, manualRetry: true };
    const again = confirmPayment(
      failed,
      { merchantId, paymentId, caller: { kind: 'merchant' }, fields: fields(), callerIp: null },
      aContext({ now: later(9), profile, routing: aRouting({ accountVersion: 8 }) }),
    );
    const { routingVersion, facts: sent } = requestIn(again);
    expect([routingVersion, sent]).toEqual([8, undefined]);
    expect(activeAttempt(paymentOf(again))).not.toHaveProperty('decision');
  });
});

describe('the decision of routing', () => {
  const decisionAfter = (decision: Decision): Attempt => activeAttempt(paymentOf(decision));

  it('is stored with the first outcome, with the metadata that the worker does not have', () => {
    const attempt = decisionAfter(receive(paymentOf(begun()), declined(), { decision: aDecision }));
    expect(attempt.decision).toEqual({ ...aDecision, facts });
    expect(attempt).not.toHaveProperty('routingFacts');
    expect(attempt.routingVersion).toBe(7);
  });

  it('is stored with an unknown outcome, and stays as it is with later ones', () => {
    const pending = receive(paymentOf(begun()), unknown, { decision: aDecision });
    const { decision } = decisionAfter(pending);
    expect(decision).toEqual({ ...aDecision, facts });
    const later = { ...aDecision, source: 'default' as const };
    expect(decisionAfter(receive(paymentOf(pending), declined(), { decision: later })).decision).toEqual(decision);
  });

  it('is absent where the outcome has none', () =>
    expect(decisionAfter(receive(paymentOf(begun()), declined()))).not.toHaveProperty('decision'));

  it('is the earlier attempt’s where a declined payment goes to a fallback, twice in a row', () => {
    const profile = { ...aProfile, autoRetries: true, maxAutoRetries: 2 };
    const context = aContext({ now: later(1), profile, gsmRule: () => undefined, routing });
    const retriable = { ...declined(), retry: 'another_account' as const };
    const thirdAccount = { ...secondAccount, merchantConnectorId: 'mca_3' as typeof secondAccount.merchantConnectorId };
    const declinedAt = (payment: Payment, changes: Parameters<typeof receive>[2]) =>
      receive(payment, retriable, changes, context);
    const second = declinedAt(paymentOf(begun()), {
      decision: aDecision,
      fallbacks: [secondAccount, thirdAccount],
      account: firstAccount,
    });
    expect(kindsOf(second)).toContain('authorize');
    const first = paymentOf(second).attempts[0]!;
    expect(activeAttempt(paymentOf(second))).toMatchObject({ fallbackOf: first.id, fallbacks: [thirdAccount] });
    const third = activeAttempt(paymentOf(declinedAt(paymentOf(second), {})));
    expect(third.fallbackOf).toBe(first.id);
    for (const attempt of [activeAttempt(paymentOf(second)), third]) {
      expect(attempt).not.toHaveProperty('decision');
      expect(attempt).not.toHaveProperty('routingVersion');
    }
  });
});
