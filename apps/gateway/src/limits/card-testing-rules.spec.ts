import { expirySecondsOf, isGuarding, rulesFor, type CardTestingConfig } from './card-testing-rules';

const all: CardTestingConfig = {
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'enabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'enabled',
  customer_id_blocking_threshold: 5,
  guest_ip_blocking_status: 'enabled',
  guest_ip_blocking_threshold: null,
  card_testing_guard_expiry: 3600,
};
const off = Object.fromEntries(
  Object.entries(all).map(([name, value]) => [name, value === 'enabled' ? 'disabled' : value]),
) as CardTestingConfig;
const attempt = {
  merchantId: 'acme',
  profileId: 'pro_1',
  address: '192.0.2.1',
  customerId: null as string | null,
  fingerprint: 'fp' as string | null,
};
const kinds = (config: CardTestingConfig, change: Partial<typeof attempt> = {}) =>
  rulesFor(config, { ...attempt, ...change }).map(({ key, threshold }) => [
    ...(JSON.parse(key) as string[]).slice(2),
    threshold,
  ]);

describe('the rules of the card-testing guard', () => {
  it('a guest counts by card and address, by card, and by address', () =>
    expect(kinds(all)).toEqual([
      ['card_ip', 'fp', '192.0.2.1', 3],
      ['guest', 'fp', 10],
      ['guest', 'ip', '192.0.2.1', 10],
    ]));

  it('a customer counts by card and address, and by its id', () =>
    expect(kinds(all, { customerId: 'cus_1' })).toEqual([
      ['card_ip', 'fp', '192.0.2.1', 3],
      ['customer', 'cus_1', 5],
    ]));

  it('card rules do not apply to an unknown card', () =>
    expect(kinds(all, { fingerprint: null })).toEqual([['guest', 'ip', '192.0.2.1', 10]]));

  it('a rule applies only where the profile enables it', () => {
    expect(kinds(off)).toEqual([]);
    expect([isGuarding(off), isGuarding(all), isGuarding(null), isGuarding({})]).toEqual([false, true, false, false]);
  });

  it('each profile has its own counts', () =>
    expect(rulesFor(all, attempt)[0]!.key).not.toBe(rulesFor(all, { ...attempt, profileId: 'pro_2' })[0]!.key));

  it("counts expire after the profile's time, by default an hour", () =>
    expect([expirySecondsOf(all), expirySecondsOf({}), expirySecondsOf({ card_testing_guard_expiry: 0 })]).toEqual([
      3600, 3600, 1,
    ]));
});
