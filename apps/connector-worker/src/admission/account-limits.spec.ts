import { defaultGatePolicy } from '@payorch/platform/http';
import { policyOf, readAccountLimits } from './account-limits';

const of = (account: string, connector: string) => ({ account, connector });

describe('the limits of connector accounts', () => {
  it('the limits are the general ones without an entry', () => {
    expect(policyOf(defaultGatePolicy, {}, of('mca_1', 'stripe'))).toEqual(defaultGatePolicy);
  });

  it('the limits of an account override the limits of its connector', () => {
    const table = readAccountLimits('{"stripe": {"maxInFlight": 300, "maxSyncs": 5}, "mca_1": {"maxInFlight": 200}}');
    expect(policyOf(defaultGatePolicy, table, of('mca_2', 'stripe'))).toMatchObject({ maxInFlight: 300, maxSyncs: 5 });
    expect(policyOf(defaultGatePolicy, table, of('mca_1', 'stripe'))).toMatchObject({ maxInFlight: 200, maxSyncs: 5 });
    expect(policyOf(defaultGatePolicy, table, of('mca_1.crd_1', 'stripe'))).toMatchObject({
      maxInFlight: 200,
      maxSyncs: 5,
    });
    expect(policyOf(defaultGatePolicy, table, of('mca_3', 'adyen'))).toEqual(defaultGatePolicy);
  });

  it('reserved places take at most half of a small cap, so that every share can call', () => {
    const { reserved } = policyOf(defaultGatePolicy, readAccountLimits('{"a": {"maxInFlight": 10}}'), of('m', 'a'));
    expect(reserved).toEqual({ charge: 2, follow_up: 1, sync: 0 });
    const alone = policyOf(defaultGatePolicy, { a: { maxInFlight: 1 } }, of('m', 'a'));
    expect(alone.reserved).toEqual({ charge: 0, follow_up: 0, sync: 0 });
  });

  it.each(['nonsense', '[]', '{"a": 5}', '{"a": {"maxInFlight": 0}}', '{"a": {"max_in_flight": 5}}'])(
    'ACCOUNT_LIMITS is refused as %s',
    (text) => expect(() => readAccountLimits(text)).toThrow(SyntaxError),
  );
});
