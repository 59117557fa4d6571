import { aMerchant, connectorBody, ok, paymentBody, sharedSystem, type Json } from '@payorch/harness';
import {
  absent,
  idLike,
  missing,
  noConnector,
  publishedKeys,
  timestamp,
  statusAndBody,
  unauthorized,
} from '../../support/wire';
import { gsmBody, gsmKey, operatorOf } from './operator';

const system = sharedSystem();
let operator: ReturnType<typeof operatorOf>;
beforeAll(async () => {
  operator = operatorOf(system);
});

const noMerchant = absent('Merchant account does not exist in our records');

describe('organizations', () => {
  it('are made, shown, changed, and have accounts', async () => {
    const made = ok(
      await system.admin.post('/organization', { organization_name: 'Acme', metadata: { tier: 'gold' } }),
    );
    expect(made).toEqual({
      organization_id: idLike('org'),
      organization_name: 'Acme',
      organization_details: null,
      metadata: { tier: 'gold' },
      modified_at: timestamp,
      created_at: timestamp,
      organization_type: 'standard',
    });
    expect(Object.keys(made)).toEqual(publishedKeys('OrganizationResponse'));
    const path = `/organization/${made.organization_id}`;
    expect(ok(await system.admin.get(path))).toEqual(made);
    const change = { organization_details: { size: 3 }, platform_merchant_id: 'unknown' };
    const changed = ok(await operator.put(path, change));
    expect(changed).toEqual({ ...made, organization_details: { size: 3 }, modified_at: timestamp });
    expect(ok(await system.admin.get(path))).toEqual(changed);

    const organization_id = made.organization_id as string;
    for (const merchant_id of ['org_shop_1', 'org_shop_2'])
      expect(ok(await system.admin.post('/accounts', { merchant_id, organization_id }))).toMatchObject({
        organization_id,
      });
    const listed = ok(await system.admin.get(`/accounts/list?organization_id=${organization_id}`));
    expect(listed.map((account: Json) => account.merchant_id)).toEqual(['org_shop_1', 'org_shop_2']);
    expect(Object.keys(listed[0])).toEqual(publishedKeys('MerchantAccountResponse'));
    expect(ok(await system.admin.get('/accounts/list?organization_id=org_none'))).toEqual([]);
  });

  it('are created with an account that names no organization', async () => {
    const { organization_id } = ok(await system.admin.post('/accounts', { merchant_id: 'loner' }));
    expect(ok(await system.admin.get(`/organization/${organization_id}`))).toMatchObject({
      organization_name: null,
      organization_type: 'standard',
    });
  });
});

describe('merchant accounts', () => {
  it('have a kv flag, alone and together', async () => {
    const { merchantId } = await aMerchant(system, { connectors: [] });
    const path = `/accounts/${merchantId}/kv`;
    expect(ok(await system.admin.get(path))).toEqual({ merchant_id: merchantId, kv_enabled: false });
    expect(ok(await system.admin.post(path, { kv_enabled: true }))).toEqual({
      merchant_id: merchantId,
      kv_enabled: true,
    });
    expect(ok(await system.admin.get(path))).toMatchObject({ kv_enabled: true });
    const all = ok(await system.admin.post('/accounts/kv', { kv_enabled: false }));
    expect(all).toEqual({ total_updated: expect.any(Number), kv_enabled: false });
    expect(ok(await system.admin.get(path))).toMatchObject({ kv_enabled: false });
  });

  it('are deleted with all of their objects', async () => {
    const merchant = await aMerchant(system);
    const { merchantId, api, client } = merchant;
    const payment = ok(await api.post('/payments', paymentBody()));
    expect(ok(await operator.remove(`/accounts/${merchantId}`))).toEqual({ merchant_id: merchantId, deleted: true });
    expect(statusAndBody(await api.post('/payments', paymentBody()))).toEqual(unauthorized);
    expect(statusAndBody(await api.get(`/payments/${payment.payment_id}`))).toEqual(unauthorized);
    const asClient = `/payments/${payment.payment_id}?client_secret=${payment.client_secret}`;
    expect(statusAndBody(await client.get(asClient))).toEqual(unauthorized);
    expect(statusAndBody(await system.admin.get(`/accounts/${merchantId}`))).toEqual(noMerchant);
    expect(statusAndBody(await operator.remove(`/accounts/${merchantId}`))).toEqual(noMerchant);
    expect((await system.admin.post('/accounts', { merchant_id: merchantId })).status).toBe(400);
  });
});

describe('profiles', () => {
  it('are deleted by the operator, the default one too', async () => {
    const merchant = await aMerchant(system);
    const { merchantId, profileId, api } = merchant;
    const path = `/account/${merchantId}/business_profile/${profileId}`;
    expect(statusAndBody(await api.raw('DELETE', path))).toEqual(unauthorized);
    expect(ok(await operator.remove(path))).toBe(true);
    const gone = absent(`Business profile with the given id ${profileId} does not exist`);
    expect(statusAndBody(await api.get(path))).toEqual(gone);
    expect(statusAndBody(await operator.remove(path))).toEqual(gone);
    expect(ok(await system.admin.get(`/accounts/${merchantId}`)).default_profile).toBeNull();
    expect(statusAndBody(await api.post('/payments', paymentBody({ profile_id: profileId })))).toEqual(gone);
    expect(statusAndBody(await api.post('/payments', paymentBody()))).toEqual(
      missing('profile_id or business_country, business_label'),
    );
  });

  it('are listed with their connector accounts, limited to the profile of the header', async () => {
    const { merchantId, profileId, api } = await aMerchant(system);
    const second = ok(await api.post(`/account/${merchantId}/business_profile`, { profile_name: 'second' }));
    ok(
      await api.post(
        `/account/${merchantId}/connectors`,
        connectorBody('adyen_test', { profile_id: second.profile_id }),
      ),
    );
    const path = `/account/${merchantId}/profile`;
    const ids = (list: Json[]) => list.map((profile) => profile.profile_id);
    expect(ids(ok(await api.get(path)))).toEqual([profileId, second.profile_id]);
    expect(ok(await api.get(path, { 'x-profile-id': second.profile_id }))).toEqual([second]);
    expect(ids(ok(await api.get(`${path}/connectors`)))).toEqual([profileId, second.profile_id]);
    const ofSecond = ok(await api.get(`${path}/connectors`, { 'x-profile-id': second.profile_id }));
    expect(ofSecond).toMatchObject([{ connector_name: 'adyen_test' }]);
    expect(Object.keys(ofSecond[0])).toEqual(publishedKeys('MerchantConnectorListResponse'));
  });

  it('have two switch routes', async () => {
    const { merchantId, profileId, api } = await aMerchant(system, { connectors: [] });
    const path = `/account/${merchantId}/business_profile/${profileId}`;
    const mit = `${path}/toggle_connector_agnostic_mit`;
    expect(ok(await api.post(mit, { enabled: true }))).toEqual({ enabled: true });
    expect(ok(await api.get(path)).is_connector_agnostic_mit_enabled).toBe(true);
    const cardInfo = `${path}/toggle_extended_card_info`;
    expect(statusAndBody(await api.post(cardInfo, { enabled: true }))).toEqual(unauthorized);
    expect(ok(await system.admin.post(cardInfo, { enabled: true }))).toEqual({ enabled: true });
    expect(ok(await api.get(path)).extended_card_info_config).toBeNull();
  });

  it('show credentials for network tokens masked, and store them', async () => {
    const { merchantId, profileId, api } = await aMerchant(system, { connectors: [] });
    const service = { token_service_api_key: 'tok_12345', public_key: 'public', private_key: 'abcd', key_id: 'key_1' };
    const path = `/account/${merchantId}/business_profile/${profileId}`;
    const sent = { network_tokenization_credentials: { internal_network_token_service: service } };
    const masked = {
      internal_network_token_service: {
        token_service_api_key: 'to*****45',
        public_key: 'pu**ic',
        private_key: '****',
        key_id: 'ke*_1',
      },
    };
    expect(ok(await api.post(path, sent)).network_tokenization_credentials).toEqual(masked);
    expect(ok(await api.post(path, { profile_name: 'other' })).network_tokenization_credentials).toEqual(masked);
  });
});

describe('connector accounts', () => {
  it('are deleted: the next payment uses the next account, and finally none', async () => {
    const { merchantId, api, connectors } = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
    const pathOf = (name: string) => `/account/${merchantId}/connectors/${connectors[name].merchant_connector_id}`;
    expect(ok(await api.post('/payments', paymentBody())).connector).toBe('stripe_test');
    expect(statusAndBody(await api.raw('DELETE', pathOf('stripe_test')))).toEqual(unauthorized);
    expect(ok(await operator.remove(pathOf('stripe_test')))).toEqual({
      merchant_id: merchantId,
      merchant_connector_id: connectors['stripe_test'].merchant_connector_id,
      deleted: true,
    });
    expect(ok(await api.post('/payments', paymentBody())).connector).toBe('adyen_test');
    expect(ok(await api.get(`/account/${merchantId}/connectors`))).toHaveLength(1);
    ok(await operator.remove(pathOf('adyen_test')));
    expect(statusAndBody(await api.post('/payments', paymentBody()))).toEqual(noConnector);
    const id = connectors['adyen_test'].merchant_connector_id as string;
    const gone = absent('Merchant connector account does not exist in our records', { reason: id });
    expect(statusAndBody(await api.get(pathOf('adyen_test')))).toEqual(gone);
    expect(statusAndBody(await operator.remove(pathOf('adyen_test')))).toEqual(gone);
  });

  it('show their wallet credentials and merchant data masked', async () => {
    const { merchantId, api } = await aMerchant(system, { connectors: [] });
    const iban = { iban: 'DE02120300000000202051', name: 'Jo' };
    const sent = connectorBody('stripe_test', {
      additional_merchant_data: { open_banking_recipient_data: { account_data: { iban } } },
      connector_wallets_details: { apple_pay: { certificate: 'cert-12345' } },
    });
    const made = ok(await api.post(`/account/${merchantId}/connectors`, sent));
    expect(made).toMatchObject({
      additional_merchant_data: {
        open_banking_recipient_data: { account_data: { iban: { iban: 'DE******************51', name: '**' } } },
      },
      connector_wallets_details: { apple_pay: { certificate: 'ce******45' } },
    });
    expect(ok(await api.get(`/account/${merchantId}/connectors/${made.merchant_connector_id}`))).toEqual(made);
  });
});

describe('rules about errors of processors', () => {
  it('are created, found, changed and deleted by their five-part key', async () => {
    const made = ok(await system.admin.post('/gsm', { ...gsmBody('lived'), unified_code: 'UE_1000' }));
    expect(Object.keys(made)).toEqual(publishedKeys('GsmResponse'));
    const retry = { step_up_possible: false, clear_pan_possible: false, alternate_network_possible: false };
    expect(made).toMatchObject({
      ...gsmBody('lived'),
      unified_code: 'UE_1000',
      feature: 'retry',
      feature_data: { retry: { ...retry, decision: 'retry' } },
    });
    expect(ok(await system.admin.post('/gsm/get', gsmKey('lived')))).toEqual(made);
    const change = { ...gsmKey('lived'), decision: 'do_default', error_category: 'soft_decline' };
    const changed = ok(await system.admin.post('/gsm/update', change));
    expect(changed).toEqual({
      ...made,
      decision: 'do_default',
      error_category: 'soft_decline',
      feature_data: { retry: { ...retry, decision: 'do_default' } },
    });
    const { message: _, ...shown } = gsmKey('lived');
    const deleted = ok(await system.admin.post('/gsm/delete', gsmKey('lived')));
    expect(deleted).toEqual({ gsm_rule_delete: true, ...shown });
    expect((await system.admin.post('/gsm/get', gsmKey('lived'))).status).toBe(404);
  });
});

describe('configs', () => {
  it('are made, shown, changed and deleted', async () => {
    const entry = { key: 'max_auto_retries_enabled_acme', value: '2' };
    expect(ok(await system.admin.post('/configs/', entry))).toEqual(entry);
    expect(ok(await system.admin.get(`/configs/${entry.key}`))).toEqual(entry);
    const changed = { ...entry, value: '3' };
    expect(ok(await system.admin.post(`/configs/${entry.key}`, { value: '3' }))).toEqual(changed);
    expect(ok(await operator.remove(`/configs/${entry.key}`))).toEqual(changed);
    expect((await system.admin.get(`/configs/${entry.key}`)).status).toBe(404);
  });
});

describe('the metrics of the gateway', () => {
  it('are readable only by the operator', async () => {
    expect(statusAndBody(await system.api.get('/metrics'))).toEqual(unauthorized);
    expect((await system.admin.get('/metrics')).text).toContain('process_cpu');
  });
});
