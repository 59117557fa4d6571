import type { AccountRef, connectorHealth, DataOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { ConnectorHealth } from './connector-health';

const validForMs = 20_000;
const account = (id: number, connector: string): AccountRef => ({
  merchantConnectorId: `mca_${id}` as MerchantConnectorId,
  connector,
});
const [stripe, adyen] = [account(1, 'stripe'), account(2, 'adyen')];

describe('the health of an account', () => {
  let now = 0;
  let health: ConnectorHealth;
  const report = (instance: string, lanes: string[], paused: DataOf<typeof connectorHealth>['paused'] = []) =>
    health.apply({ instance, connectors: [], lanes, validForMs, paused });
  const both = () => [health.of(stripe), health.of(adyen)];
  beforeEach(() => {
    now = 1_000;
    health = new ConnectorHealth(() => now, { laneOf: ({ connector }) => connector });
  });

  it('is good while no worker has reported', () => expect(both()).toEqual([undefined, undefined]));

  it('is good while workers may not have reported yet, and bad after that where none has', () => {
    report('a', ['stripe']);
    expect(both()).toEqual([undefined, undefined]);
    now += validForMs - 1;
    report('a', ['stripe']);
    expect(both()).toEqual([undefined, undefined]);
    now += 1;
    expect(both()).toEqual([undefined, 'no_worker']);
  });

  it('is bad at once when the last worker of the connector says that it ends', () => {
    report('a', ['stripe', 'adyen']);
    report('b', ['adyen']);
    report('a', []);
    expect(both()).toEqual(['no_worker', undefined]);
    report('c', ['stripe']);
    expect(both()).toEqual([undefined, undefined]);
  });

  it('is bad when the only worker of the connector falls silent', () => {
    report('a', ['stripe']);
    now += validForMs - 1;
    report('b', ['adyen']);
    expect(both()).toEqual([undefined, undefined]);
    now += 1;
    expect(both()).toEqual(['no_worker', undefined]);
  });

  it('is good when every worker is silent: then the reports are missing', () => {
    report('a', ['stripe']);
    report('b', ['adyen']);
    report('b', []);
    now += validForMs;
    expect(both()).toEqual([undefined, undefined]);
  });

  it('is that of the account whose breaker has opened, until that time is over', () => {
    report('a', ['stripe'], [{ merchantConnectorId: stripe.merchantConnectorId, forMs: 1_000 }]);
    report('a', ['stripe']);
    now += 999;
    expect([health.of(stripe), health.of(account(3, 'stripe'))]).toEqual(['breaker_open', undefined]);
    now += 1;
    expect(health.of(stripe)).toBeUndefined();
  });
});
