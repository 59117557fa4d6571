import type { ConnectorAccountSettings, InlineCredentialsSettings } from '@payorch/contracts';
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

const accountsWith = (
  settings: ConnectorAccountSettings | undefined,
  isCaughtUp = true,
  credentials?: InlineCredentialsSettings,
) => {
  const source = {
    account: () => settings,
    inlineCredentials: () => credentials,
    idsOfAccount: () => [],
    versionOf: () => 1,
    waitForVersion: async () => isCaughtUp,
  };
  return new OpenedAccounts({
    settings: source,
    keys: shop.keys.privateKeys,
    baseUrls,
    publicUrl: 'https://switch.example',
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

  describe('with inline credentials', () => {
    const { merchantId, account } = shop;
    const credentials = shop.inlineCredentials();
    const { merchantConnectorId: id } = credentials;
    const ref = { ...account, merchantConnectorId: id };
    const opening = (known: InlineCredentialsSettings | undefined) => accountsWith(shop.settings(), true, known);

    it('an account has the webhook secrets of its own settings, and another pin', () => {
      const accounts = opening(credentials);
      const opened = accounts.account(merchantId, ref);
      expect(opened).toMatchObject({ pin: '5/1@https://p.example', webhookSecrets: [webhookSecret] });
      expect(accounts.account(merchantId, ref)).toBe(opened);
      expect(accounts.account(merchantId, account)?.pin).toBe('1@https://p.example');
    });

    it('an account is opened again when its own settings change', () => {
      const known = { account: shop.settings() };
      const accounts = new OpenedAccounts({
        keys: shop.keys.privateKeys,
        baseUrls,
        publicUrl: 'https://switch.example',
        waitMs: 1,
        logger: silentLogger,
        settings: {
          account: () => known.account,
          inlineCredentials: () => credentials,
          idsOfAccount: () => [],
          versionOf: () => 1,
          waitForVersion: async () => true,
        },
      });
      expect(accounts.account(merchantId, ref)?.webhookSecrets).toEqual([webhookSecret]);
      known.account = { ...known.account, sealedWebhookSecrets: null };
      expect(accounts.account(merchantId, ref)?.webhookSecrets).toEqual([]);
    });

    it.each([
      ['are unknown', undefined],
      ['are sealed for the account itself', { ...credentials, sealedCredentials: shop.settings().sealedCredentials }],
      ['are of another connector', { ...credentials, connector: 'adyen_test' }],
    ])('an account is never opened with its own credentials where those of the id %s', (_, known) =>
      expect(opening(known).account(merchantId, ref)).toBeUndefined(),
    );
  });

  it('caughtUp waits for the settings version and throws SettingsOutdated if it does not arrive', async () => {
    await expect(accountsWith(undefined, false).caughtUp(shop.merchantId, 7)).rejects.toThrow(SettingsOutdated);
    await expect(accountsWith(undefined, true).caughtUp(shop.merchantId, 7)).resolves.toBeUndefined();
    await expect(accountsWith(undefined, false).caughtUp(shop.merchantId, undefined)).resolves.toBeUndefined();
  });
});
