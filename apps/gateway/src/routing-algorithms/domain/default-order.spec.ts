import { isRefusal, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, ProfileId } from '@payorch/kernel';
import fc from 'fast-check';
import { type ConnectorAccount, noRouting, type ProfileRouting } from '../../accounts';
import { choiceView, defaultOrderOf, reordered, reorderedProfiles } from './default-order';

const account = (id: string, connectorName = 'stripe_test', connectorType = 'payment_processor') =>
  ({ merchantConnectorId: id, connectorName, connectorType }) as ConnectorAccount;
const ref = (id: string, connector = 'stripe_test') => ({ merchantConnectorId: id as MerchantConnectorId, connector });
const sent = (id: string, connector = 'stripe_test') => ({ connector, merchant_connector_id: id });
const aProfile = (id: string, accounts: ConnectorAccount[], order?: ReturnType<typeof ref>[]): ProfileRouting => ({
  profileId: id as ProfileId,
  accounts,
  state: { ...noRouting, payment: { active: null, defaultOrder: order ?? null } },
});

const three = [account('a'), account('b', 'adyen_test'), account('c')];

describe('the default order of a profile', () => {
  const idsOf = (profile: ProfileRouting) =>
    defaultOrderOf(profile, 'payment').map(({ merchantConnectorId }) => merchantConnectorId);

  it.each<[string, ReturnType<typeof ref>[] | undefined, string[]]>([
    ['is that of creation', undefined, ['a', 'b', 'c']],
    ['is the chosen one', [ref('c'), ref('a'), ref('b')], ['c', 'a', 'b']],
    ['has new accounts last', [ref('c')], ['c', 'a', 'b']],
    ['has no deleted account', [ref('gone'), ref('b'), ref('a'), ref('c')], ['b', 'a', 'c']],
  ])('%s', (_, order, ids) => expect(idsOf(aProfile('pro_1', three, order))).toEqual(ids));

  it('has the accounts that take the operation', () => {
    const profile = aProfile('pro_1', [...three, account('p', 'stripe_test', 'payout_processor')]);
    expect(defaultOrderOf(profile, 'payout')).toEqual([ref('p')]);
    expect(idsOf(profile)).toEqual(['a', 'b', 'c']);
    expect(choiceView(ref('p'))).toEqual(sent('p'));
  });
});

it('the orders of payments and of payouts change apart', () => {
  const payoutAccounts = [account('p', 'stripe_test', 'payout_processor'), account('q', 'wise', 'payout_processor')];
  const profile = aProfile('pro_1', [...three, ...payoutAccounts], [ref('c')]);
  const [changed] = reorderedProfiles([profile], 'payout', [sent('q', 'wise'), sent('p')]) as readonly ProfileRouting[];
  expect(changed!.state.payout.defaultOrder).toEqual([ref('q', 'wise'), ref('p')]);
  expect(changed!.state.payment).toEqual(profile.state.payment);
  expect(defaultOrderOf(changed!, 'payout')).toEqual([ref('q', 'wise'), ref('p')]);
  expect(isRefusal(reorderedProfiles([profile], 'payout', [sent('a'), sent('p')]))).toBe(true);
});

describe('a new order', () => {
  const current = [ref('a'), ref('b', 'adyen_test'), ref('c')];
  const mismatch = (shown: string, index: number) =>
    refuse('invalid_request', {
      message: `connector mismatch between old and new configs (${shown})`,
      path: `body[${index}]`,
    });

  it('every permutation is taken, and nothing else changes', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(current, { minLength: 3 }), (order) => {
        expect(reordered(current, order.map(choiceOf))).toEqual(order);
      }),
    ));
  const choiceOf = ({ connector, merchantConnectorId }: ReturnType<typeof ref>) => sent(merchantConnectorId, connector);

  it('a bare connector is its only account', () =>
    expect(reordered(current, [sent('c'), { connector: 'adyen_test' }, sent('a')])).toEqual([
      ref('c'),
      ref('b', 'adyen_test'),
      ref('a'),
    ]));

  it.each([
    ['shorter', [sent('a')]],
    ['longer', [sent('a'), sent('b', 'adyen_test'), sent('c'), sent('d')]],
  ])('a list that is %s is refused', (_, list) =>
    expect(reordered(current, list)).toEqual(
      refuse('precondition_failed', { message: 'current config and updated config have different lengths' }),
    ),
  );

  it.each([
    ['an unknown account', sent('x'), 'stripe_test:x'],
    ['an account under another connector', sent('c', 'adyen_test'), 'adyen_test:c'],
    ['the same account twice', sent('a'), 'stripe_test:a'],
    ['a connector with two accounts by its bare name', { connector: 'stripe_test' }, 'stripe_test'],
  ])('%s is refused', (_, choice, shown) =>
    expect(reordered(current, [sent('a'), sent('b', 'adyen_test'), choice])).toEqual(mismatch(shown, 2)),
  );

  it('every mismatch is listed', () => {
    const refused = reordered(current, [sent('x'), sent('b', 'adyen_test'), sent('y')]);
    expect(isRefusal(refused) && refused.others).toEqual([mismatch('stripe_test:y', 2)]);
  });
});

it('one list over several profiles orders the accounts of each', () => {
  const profiles = [aProfile('pro_1', [account('a'), account('b')]), aProfile('pro_2', [account('c'), account('d')])];
  const changed = reorderedProfiles(profiles, 'payment', [sent('d'), sent('b'), sent('c'), sent('a')]);
  expect(isRefusal(changed) || changed.map(({ profileId, state }) => [profileId, state.payment.defaultOrder])).toEqual([
    ['pro_1', [ref('b'), ref('a')]],
    ['pro_2', [ref('d'), ref('c')]],
  ]);
});
