import type { MerchantId } from '@payorch/kernel';
import { open as openSeal } from '@payorch/platform/sealing';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';
import { publishedSettings } from '../../test/settings-topic';
import { walletsDetails } from '../../test/wallets';
import { publicWalletDetails } from './domain/connectors/wallet-details';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

let made = 0;
async function newMerchant(): Promise<MerchantId> {
  const { merchantId } = await services.merchants.create({ merchant_id: `acme_${++made}` }, trace);
  return merchantId;
}

const connector = (change: object = {}) => ({
  connector_type: 'payment_processor',
  connector_name: 'stripe_test',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
  ...change,
});

describe('a merchant account', () => {
  it('a new merchant account has a default profile named default', async () => {
    const merchantId = await newMerchant();
    const [account, profiles] = await Promise.all([
      services.merchants.retrieve(merchantId),
      services.profiles.list(merchantId),
    ]);
    expect(profiles.map(({ profileName }) => profileName)).toEqual(['default']);
    expect(account).toMatchObject({ accountVersion: 1, defaultProfileId: profiles[0]!.profileId });
    expect(account.publishableKey).toMatch(/^pk_dev_[0-9a-f]{32}$/);
    expect(account.secrets.payment_response_hash_key).toMatch(/^[0-9A-Za-z]{64}$/);
  });

  it('an account with several businesses has no default profile', async () => {
    const businesses = ['a', 'b'].map((business) => ({ country: 'US', business }));
    const { merchantId, defaultProfileId } = await services.merchants.create(
      { merchant_id: `acme_${++made}`, primary_business_details: businesses },
      trace,
    );
    expect(defaultProfileId).toBeNull();
    expect((await services.profiles.list(merchantId)).map(({ profileName }) => profileName).sort()).toEqual([
      'US_a',
      'US_b',
    ]);
  });

  it('one of several concurrent creations succeeds', async () => {
    const merchant_id = `acme_${++made}`;
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(services.merchants.create({ merchant_id }, trace))),
    );
    expect(codes.sort()).toEqual(['done', ...Array.from({ length: 7 }, () => 'merchant_exists')]);
    expect(await services.profiles.list(merchant_id as MerchantId)).toHaveLength(1);
  });

  it('an update changes only its own fields and the version', async () => {
    const merchantId = await newMerchant();
    const before = await services.merchants.retrieve(merchantId);
    await services.merchants.update(merchantId, { merchant_name: 'Acme' }, trace);
    const after = await services.merchants.retrieve(merchantId);
    expect(after).toEqual({ ...before, merchantName: 'Acme', accountVersion: 2, modifiedAt: after.modifiedAt });
  });

  it('an unknown account is not found', async () => {
    expect(await refusalOf(services.merchants.retrieve('unknown' as MerchantId))).toBe('merchant_not_found');
    expect(await refusalOf(services.merchants.retrieve("x' OR 1=1" as MerchantId))).toBe('merchant_not_found');
    expect(await refusalOf(services.merchants.update('unknown' as MerchantId, {}, trace))).toBe('merchant_not_found');
  });
});

describe('a profile', () => {
  it('a second profile clears the default', async () => {
    const merchantId = await newMerchant();
    await services.profiles.create(merchantId, { profile_name: 'second' }, trace);
    expect((await services.merchants.retrieve(merchantId)).defaultProfileId).toBeNull();
    expect(await refusalOf(services.connectors.create(merchantId, connector(), trace))).toBe('missing_param');
  });

  it('a profile name is unique in its account', async () => {
    const merchantId = await newMerchant();
    expect(await refusalOf(services.profiles.create(merchantId, {}, trace))).toBe('already_exists');
    const second = await services.profiles.create(merchantId, { profile_name: 'second' }, trace);
    expect(
      await refusalOf(services.profiles.update(merchantId, second.profileId, { profile_name: 'default' }, trace)),
    ).toBe('already_exists');
    expect((await services.merchants.retrieve(merchantId)).accountVersion).toBe(2);
  });

  it('a profile of another merchant is not found', async () => {
    const [mine, theirs] = [await newMerchant(), await newMerchant()];
    const [foreign] = await services.profiles.list(theirs);
    expect(await refusalOf(services.profiles.retrieve(mine, foreign!.profileId))).toBe('profile_not_found');
    expect(await refusalOf(services.profiles.update(mine, foreign!.profileId, {}, trace))).toBe('profile_not_found');
    expect(
      await refusalOf(services.connectors.create(mine, connector({ profile_id: foreign!.profileId }), trace)),
    ).toBe('profile_not_found');
  });
});

describe('a connector account', () => {
  it('only the workers can open the credentials', async () => {
    const merchantId = await newMerchant();
    const webhook = { merchant_secret: 'whsec_12345', additional_secret: 'second' };
    const { merchantConnectorId } = await services.connectors.create(
      merchantId,
      connector({ connector_webhook_details: webhook }),
      trace,
    );
    const stored = await services.connectors.retrieve(merchantId, merchantConnectorId);
    expect(stored.credentials.masked).toEqual({ auth_type: 'HeaderKey', api_key: 'sk*********45' });
    const opened = (sealed: string, purpose: string): unknown =>
      JSON.parse(openSeal(sealed, services.privateKeys, { reference: merchantConnectorId, merchantId, purpose }));
    expect(opened(stored.credentials.sealed, 'connector_credentials')).toEqual({
      auth_type: 'HeaderKey',
      api_key: 'sk_acme_12345',
    });
    expect(opened(stored.webhookSecrets!.sealed, 'connector_webhook_secrets')).toEqual(webhook);
  });

  it('only the workers can open wallet and merchant secrets', async () => {
    const merchantId = await newMerchant();
    const bank = {
      open_banking_recipient_data: { account_data: { iban: { iban: 'DE02120300000000202051', name: 'Jo' } } },
    };
    const wallets = { apple_pay: { certificate: 'cert-12345' }, google_pay: { flag: true } };
    const more = { additional_merchant_data: bank, connector_wallets_details: wallets };
    const { merchantConnectorId } = await services.connectors.create(merchantId, connector(more), trace);
    const stored = await services.connectors.retrieve(merchantId, merchantConnectorId);
    expect(stored.walletDetails!.masked).toEqual({
      apple_pay: { certificate: 'ce******45' },
      google_pay: { flag: true },
    });
    expect(JSON.stringify(stored.merchantData!.masked)).not.toContain('DE0212');
    const opened = (sealed: string, purpose: string): unknown =>
      JSON.parse(openSeal(sealed, services.privateKeys, { reference: merchantConnectorId, merchantId, purpose }));
    expect(opened(stored.merchantData!.sealed, 'connector_merchant_data')).toEqual(bank);
    expect(opened(stored.walletDetails!.sealed, 'connector_wallet_details')).toEqual(wallets);
    const update = { connector_type: 'payment_processor', status: 'active' };
    const after = await services.connectors.update(merchantId, merchantConnectorId, update, trace);
    expect(after).toMatchObject({ merchantData: stored.merchantData, walletDetails: stored.walletDetails });
  });

  it('the public wallet details are stored in clear text without a secret', async () => {
    const merchantId = await newMerchant();
    const made = connector({ connector_wallets_details: walletsDetails });
    const { merchantConnectorId } = await services.connectors.create(merchantId, made, trace);
    const stored = await services.connectors.retrieve(merchantId, merchantConnectorId);
    expect(stored.publicWalletDetails).toEqual(publicWalletDetails(walletsDetails));
    const rows = await db.database.read('every', (sql) => sql.query('SELECT * FROM merchant_connector_accounts'));
    expect(JSON.stringify(rows)).not.toMatch(/secret-(key|recipient|paze|certificate)/);
    const update = { connector_type: 'payment_processor', status: 'active' };
    const { paze } = walletsDetails;
    for (const [sent, expected] of [
      [{ test_mode: true }, publicWalletDetails(walletsDetails)],
      [{ connector_wallets_details: { paze } }, publicWalletDetails({ paze })],
      [{ connector_wallets_details: {} }, {}],
    ] as const) {
      await services.connectors.update(merchantId, merchantConnectorId, { ...update, ...sent }, trace);
      const after = await services.connectors.retrieve(merchantId, merchantConnectorId);
      expect(after.publicWalletDetails).toEqual(expected);
    }
  });

  it('pm_auth_config names only accounts of the same profile', async () => {
    const merchantId = await newMerchant();
    const first = await services.connectors.create(merchantId, connector(), trace);
    const named = (mca_id: string) => ({
      enabled_payment_methods: [
        { payment_method: 'bank_debit', payment_method_type: 'ach', connector_name: 'plaid', mca_id },
      ],
    });
    const make = (mca_id: string, profile_id: string) =>
      refusalOf(
        services.connectors.create(
          merchantId,
          connector({ connector_label: 'second', pm_auth_config: named(mca_id), profile_id }),
          trace,
        ),
      );
    const other = await services.profiles.create(merchantId, { profile_name: 'other' }, trace);
    expect(await make('mca_none', first.profileId)).toBe('not_found');
    expect(await make(first.merchantConnectorId, other.profileId)).toBe('not_found');
    expect(await make(first.merchantConnectorId, first.profileId)).toBe('done');
  });

  it('a label is unique in its profile', async () => {
    const merchantId = await newMerchant();
    await services.connectors.create(merchantId, connector(), trace);
    expect(await refusalOf(services.connectors.create(merchantId, connector(), trace))).toBe(
      'connector_account_exists',
    );
    const other = await services.connectors.create(merchantId, connector({ connector_label: 'other' }), trace);
    const update = { connector_type: 'payment_processor', status: 'active', connector_label: 'stripe_test_default' };
    expect(await refusalOf(services.connectors.update(merchantId, other.merchantConnectorId, update, trace))).toBe(
      'connector_account_exists',
    );
    expect(await services.connectors.list(merchantId)).toHaveLength(2);
  });

  it('an update without credentials leaves them', async () => {
    const merchantId = await newMerchant();
    const before = await services.connectors.create(merchantId, connector(), trace);
    const update = { connector_type: 'payment_processor', status: 'inactive' };
    const after = await services.connectors.update(merchantId, before.merchantConnectorId, update, trace);
    expect(after).toMatchObject({ status: 'inactive', disabled: true, credentials: before.credentials });
  });

  it('a connector account of another merchant is not found', async () => {
    const [mine, theirs] = [await newMerchant(), await newMerchant()];
    const { merchantConnectorId } = await services.connectors.create(theirs, connector(), trace);
    const update = { connector_type: 'payment_processor', status: 'active' };
    expect(await refusalOf(services.connectors.retrieve(mine, merchantConnectorId))).toBe(
      'connector_account_not_found',
    );
    expect(await refusalOf(services.connectors.update(mine, merchantConnectorId, update, trace))).toBe(
      'connector_account_not_found',
    );
    expect(await services.connectors.list(mine)).toEqual([]);
  });
});

it('concurrent changes raise the version by one each and are published in order', async () => {
  const merchantId = await newMerchant();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      services.connectors.create(merchantId, connector({ connector_label: `label_${index}` }), trace),
    ),
  );
  await services.relay.publish();
  const published = publishedSettings(services.producer.sent, merchantId);
  expect(published.filter(({ type }) => type === 'merchant.settings').map(({ version }) => version)).toEqual(
    Array.from({ length: 11 }, (_, index) => index + 1),
  );
  expect(published.filter(({ type }) => type === 'connector_account.settings')).toHaveLength(10);
  expect(published.filter(({ type }) => type === 'profile.settings')).toHaveLength(1);
});
