import type { AccountRef, ConnectorAccountSettings } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { aPayment, aRouteContext, anAccount, requestsAccounts } from '../../../test/builders';
import { chooseRoute } from './choose-route';

const own: AccountRef = { merchantConnectorId: 'mca_2.crd_1' as MerchantConnectorId, connector: 'stripe_test' };
const routeOf = (accounts: readonly ConnectorAccountSettings[], credentials = own, more = {}) =>
  chooseRoute(aPayment({ credentials, ...more }), aRouteContext(accounts));
const none = (reason: string, connector: string | null = null) => ({ kind: 'none', reason, connector });

describe('a payment with its own credentials', () => {
  it('goes to their account, with the credentials and without a fallback', () =>
    expect(routeOf([anAccount(1), anAccount(2), anAccount(3)])).toMatchObject({
      kind: 'routed',
      chosen: own,
      fallbacks: [],
      decision: { source: 'credentials', candidates: [{ ...own, filter: null }] },
    }));

  it.each<[string, ConnectorAccountSettings[], ReturnType<typeof none>]>([
    ['is not there', [anAccount(1)], none('no_account')],
    ['is deleted', [anAccount(1), anAccount(2, { deleted: true })], none('no_account')],
    ['is of another connector', [anAccount(2, { connector: 'adyen_test' })], none('no_account')],
    ['is disabled', [anAccount(1), anAccount(2, { disabled: true })], none('account_disabled', 'stripe_test')],
    ['does not enable the method', [anAccount(1), anAccount(2, { paymentMethodsEnabled: [] })], none('no_account')],
  ])('goes to no other account where theirs %s', (_, accounts, expected) =>
    expect(routeOf(accounts)).toMatchObject(expected),
  );

  it('is not routed by the request any more', () => {
    const straightThrough = requestsAccounts('single', ['stripe_test', 1]);
    expect(routeOf([anAccount(1), anAccount(2)], own, { straightThrough })).toMatchObject({ chosen: own });
  });
});

it('a request cannot name an account with credentials by itself', () => {
  const [account] = [{ connector: 'stripe_test', merchantConnectorId: 'mca_2.crd_1' }];
  const straightThrough = { kind: 'accounts', algorithm: 'single', accounts: [account] } as const;
  const payment = aPayment({ straightThrough: { ...straightThrough, accounts: [...straightThrough.accounts] } });
  expect(chooseRoute(payment, aRouteContext([anAccount(1), anAccount(2)]))).toMatchObject({
    kind: 'none',
    reason: 'unknown_account',
  });
});
