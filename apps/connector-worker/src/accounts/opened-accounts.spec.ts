import type { ConnectorAccountSettings } from '@payorch/contracts';
import { connectorNames } from '@payorch/connectors';
import type { ConnectorName } from '@payorch/connectors';
import { silentLogger } from '@payorch/platform/telemetry';
import { Shop, webhookSecret } from '../../test/builders';
import { OpenedAccounts } from './opened-accounts';
import { SettingsOutdated } from './settings-outdated';

const shop = new Shop();
const baseUrls = Object.fromEntries(connectorNames.map((name) => [name, 'https://p.example'])) as Record<
  ConnectorName,
  string
>;

const accountsWith = (settings: ConnectorAccountSettings | undefined, isCaughtUp = true) => {
  const source = { account: () => settings, versionOf: () => 1, waitForVersion: async () => isCaughtUp };
  return new OpenedAccounts({
    settings: source,
    keys: shop.keys.privateKeys,
    baseUrls,
    waitMs: 1,
    logger: silentLogger,
  });
};

describe('opened accounts', () => {
  it('an account is opened once for one version of its settings', () => {
    const accounts = accountsWith(shop.settings());
    const opened = accounts.account(shop.merchantId, shop.account);
    expect(opened?.webhookSecrets).toEqual([webhookSecret]);
    expect(opened?.connector.name).toBe('stripe_test');
    expect(accounts.account(shop.merchantId, shop.account)).toBe(opened);
  });

  it('an account without configured webhook secrets has none, so no webhook verifies', () => {
    const accounts = accountsWith({ ...shop.settings(), sealedWebhookSecrets: null });
    expect(accounts.account(shop.merchantId, shop.account)?.webhookSecrets).toEqual([]);
  });

  it.each([
    ['does not exist', undefined],
    ['is of another connector', { ...shop.settings(), connector: 'adyen_test' }],
    ['has credentials of another shape', shop.settings({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' })],
    [
      'has credentials of another account',
      { ...shop.settings(), sealedCredentials: new Shop(shop.keys).settings().sealedCredentials },
    ],
  ])('an account that %s cannot be used', (_, settings) => {
    expect(accountsWith(settings as ConnectorAccountSettings).account(shop.merchantId, shop.account)).toBeUndefined();
  });

  it('caughtUp waits for the settings version and throws SettingsOutdated if it does not arrive', async () => {
    await expect(accountsWith(undefined, false).caughtUp(shop.merchantId, 7)).rejects.toThrow(SettingsOutdated);
    await expect(accountsWith(undefined, true).caughtUp(shop.merchantId, 7)).resolves.toBeUndefined();
    await expect(accountsWith(undefined, false).caughtUp(shop.merchantId, undefined)).resolves.toBeUndefined();
  });
});
