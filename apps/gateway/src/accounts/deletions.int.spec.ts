import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';
import { publishedSettings } from '../../test/settings-topic';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

let made = 0;
async function aMerchant() {
  const { merchantId } = await services.merchants.create({ merchant_id: `acme_${++made}` }, trace);
  const [profile] = await services.profiles.list(merchantId);
  const connector = await services.connectors.create(
    merchantId,
    {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
    },
    trace,
  );
  return { merchantId, profileId: profile!.profileId, merchantConnectorId: connector.merchantConnectorId };
}

/** The last published state of each setting, by key. */
async function lastPublished(key: string): Promise<Record<string, unknown> | undefined> {
  await services.relay.publish();
  const last = services.producer.sent.findLast((message) => message.key === key);
  return last && (JSON.parse(last.value.toString()) as Record<string, unknown>);
}

describe('a connector account that is deleted', () => {
  it('the account is not found and its message has no secrets', async () => {
    const { merchantId, merchantConnectorId } = await aMerchant();
    await services.connectors.delete(merchantId, merchantConnectorId, trace);
    expect(await services.connectors.list(merchantId)).toEqual([]);
    expect(await refusalOf(services.connectors.delete(merchantId, merchantConnectorId, trace))).toBe(
      'connector_account_not_found',
    );
    expect(await lastPublished(`connector_account/${merchantId}/${merchantConnectorId}`)).toMatchObject({
      deleted: true,
      accountVersion: 3,
      sealedCredentials: '',
    });
  });

  it('its label is free', async () => {
    const { merchantId, merchantConnectorId } = await aMerchant();
    const again = {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_other' },
    };
    expect(await refusalOf(services.connectors.create(merchantId, again, trace))).toBe('connector_account_exists');
    await services.connectors.delete(merchantId, merchantConnectorId, trace);
    expect((await services.connectors.create(merchantId, again, trace)).connectorLabel).toBe('stripe_test_default');
  });

  it('an account of another merchant stays', async () => {
    const [mine, theirs] = [await aMerchant(), await aMerchant()];
    expect(await refusalOf(services.connectors.delete(mine.merchantId, theirs.merchantConnectorId, trace))).toBe(
      'connector_account_not_found',
    );
    expect(await services.connectors.list(theirs.merchantId)).toHaveLength(1);
  });
});

describe('a profile that is deleted', () => {
  it('the profile is not found and no default; its connector accounts stay', async () => {
    const { merchantId, profileId } = await aMerchant();
    await services.profiles.delete(merchantId, profileId, trace);
    expect(await refusalOf(services.profiles.retrieve(merchantId, profileId))).toBe('profile_not_found');
    expect((await services.merchants.retrieve(merchantId)).defaultProfileId).toBeNull();
    expect(await services.connectors.list(merchantId)).toHaveLength(1);
    expect(await lastPublished(`profile/${merchantId}/${profileId}`)).toMatchObject({
      deleted: true,
      sealedResponseHashKey: null,
    });
    expect(await lastPublished(`merchant/${merchantId}`)).toMatchObject({ defaultProfileId: null, deleted: false });
  });

  it('another profile becomes the default', async () => {
    const { merchantId, profileId } = await aMerchant();
    const second = await services.profiles.create(merchantId, { profile_name: 'second' }, trace);
    await services.merchants.update(merchantId, { default_profile: profileId }, trace);
    await services.profiles.delete(merchantId, second.profileId, trace);
    expect((await services.merchants.retrieve(merchantId)).defaultProfileId).toBe(profileId);
    expect(await refusalOf(services.profiles.delete(merchantId, second.profileId, trace))).toBe('profile_not_found');
  });
});

describe('a merchant account that is deleted', () => {
  it('the account, its resources and its API keys are gone', async () => {
    const { merchantId, profileId, merchantConnectorId } = await aMerchant();
    const { publishableKey } = await services.merchants.retrieve(merchantId);
    const { plainKey } = await services.keys.create(merchantId, { name: 'k', expiration: 'never' }, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    await services.closing.close(merchantId, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
    expect(await services.cache.merchantOfPublishableKey(publishableKey)).toBeUndefined();
    expect(await services.cache.account(merchantId)).toBeUndefined();
    for (const work of [
      services.merchants.retrieve(merchantId),
      services.merchants.update(merchantId, {}, trace),
      services.closing.close(merchantId, trace),
      services.keys.create(merchantId, { name: 'k', expiration: 'never' }, trace),
    ]) {
      expect(await refusalOf(work)).toBe('merchant_not_found');
    }
    expect(await refusalOf(services.profiles.retrieve(merchantId, profileId))).toBe('profile_not_found');
    expect(await refusalOf(services.connectors.retrieve(merchantId, merchantConnectorId))).toBe(
      'connector_account_not_found',
    );
  });

  it('the message of the account follows those of its resources', async () => {
    const { merchantId } = await aMerchant();
    await services.closing.close(merchantId, trace);
    await services.relay.publish();
    const last = publishedSettings(services.producer.sent, merchantId).filter(({ version }) => version === 3);
    expect(last.map(({ type }) => type)).toEqual([
      'connector_account.settings',
      'profile.settings',
      'merchant.settings',
    ]);
    expect(await lastPublished(`merchant/${merchantId}`)).toMatchObject({ deleted: true });
  });

  it('its id stays taken', async () => {
    const { merchantId } = await aMerchant();
    await services.closing.close(merchantId, trace);
    expect(await refusalOf(services.merchants.create({ merchant_id: merchantId }, trace))).toBe('merchant_exists');
  });
});
