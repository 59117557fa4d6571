import { aMerchant, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import {
  absent,
  idLike,
  noConnector,
  notAllowed,
  precondition,
  publishedKeys,
  refusal,
  statusAndBody,
  wrongFormat,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
const merchantWith = (account: object = {}) => aMerchant(system, { account, connectors: [] });

describe('connector accounts', () => {
  const path = ({ merchantId }: TestMerchant, id = '') => `/account/${merchantId}/connectors${id && `/${id}`}`;
  const type = { payment_method_type: 'credit', card_networks: ['Visa'], minimum_amount: 1, maximum_amount: 68607706 };
  const enabled = [
    {
      payment_method: 'card',
      payment_method_types: [{ ...type, recurring_enabled: true, installment_payment_enabled: false }],
    },
  ];
  const body = (more: object = {}) => ({
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
    payment_methods_enabled: enabled,
    ...more,
  });

  it('show every key, secrets masked', async () => {
    const merchant = await merchantWith();
    const made = ok(await merchant.api.post(path(merchant), body()));
    expect(made).toEqual({
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_label: 'stripe_test_default',
      merchant_connector_id: idLike('mca'),
      profile_id: merchant.profileId,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk*********45' },
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              ...type,
              payment_experience: null,
              accepted_currencies: null,
              accepted_countries: null,
              recurring_enabled: true,
              installment_payment_enabled: false,
            },
          ],
        },
      ],
      connector_webhook_details: null,
      metadata: null,
      test_mode: null,
      disabled: false,
      frm_configs: null,
      business_country: null,
      business_label: null,
      business_sub_label: null,
      applepay_verified_domains: null,
      pm_auth_config: null,
      status: 'active',
      additional_merchant_data: null,
      connector_wallets_details: null,
      webhook_setup_capabilities: null,
    });
    expect(Object.keys(made)).toEqual(publishedKeys('MerchantConnectorResponse'));
    expect(ok(await merchant.api.get(path(merchant, made.merchant_connector_id)))).toEqual(made);
    const listed = ok(await merchant.api.get(path(merchant)));
    expect(Object.keys(listed[0])).toEqual(publishedKeys('MerchantConnectorListResponse'));
    expect(made).toMatchObject(listed[0]);
    expect(JSON.stringify(listed)).not.toContain('sk*');
  });

  it('return the fields that were sent; the merchant chooses the label, not the id', async () => {
    const merchant = await merchantWith();
    const sent = {
      connector_label: 'my own',
      test_mode: true,
      metadata: { city: 'NY' },
      connector_webhook_details: { merchant_secret: 'whsec_1234', additional_secret: 'abc' },
      disabled: true,
      profile_id: merchant.profileId,
    };
    const made = ok(await merchant.api.post(path(merchant), body({ ...sent, merchant_connector_id: 'mca_mine' })));
    expect(made).toMatchObject({
      ...sent,
      merchant_connector_id: idLike('mca'),
      connector_webhook_details: { merchant_secret: 'wh******34', additional_secret: '***' },
    });
    expect(
      ok(await merchant.api.post(path(merchant), body({ connector_name: 'adyen_test', status: 'inactive' }))),
    ).toMatchObject({
      status: 'inactive',
      disabled: true,
      connector_label: 'adyen_test_default',
    });
  });

  it('have a unique label in their profile', async () => {
    const merchant = await merchantWith();
    ok(await merchant.api.post(path(merchant), body()));
    const text =
      `The merchant connector account with the specified profile_id '${merchant.profileId}' and connector_label ` +
      `'stripe_test_default' already exists in our records`;
    expect(statusAndBody(await merchant.api.post(path(merchant), body()))).toEqual(refusal(400, 'HE_01', text));
    ok(await merchant.api.post(path(merchant), body({ connector_label: 'another' })));
    expect(ok(await merchant.api.get(path(merchant)))).toHaveLength(2);
  });

  it('retain on update the fields that are not sent', async () => {
    const merchant = await merchantWith();
    const made = ok(await merchant.api.post(path(merchant), body({ metadata: { a: 1 } })));
    const change = {
      connector_type: 'payment_processor',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_other_98765' },
      test_mode: false,
    };
    const updated = ok(await merchant.api.post(path(merchant, made.merchant_connector_id), change));
    expect(updated).toEqual({
      ...made,
      test_mode: false,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk**********65' },
    });
    expect(ok(await merchant.api.get(path(merchant, made.merchant_connector_id)))).toEqual(updated);
    const onlyType = { connector_type: 'payment_processor' };
    expect(ok(await merchant.api.post(path(merchant, made.merchant_connector_id), onlyType))).toEqual(updated);
  });

  it('apply a change to the next payment', async () => {
    const merchant = await aMerchant(system);
    const id = merchant.connectors['stripe_test'].merchant_connector_id;
    const update = async (change: object) =>
      ok(
        await merchant.api.post(path(merchant, id), {
          connector_type: 'payment_processor',
          ...change,
        }),
      );
    for (let round = 0; round < 5; round += 1) {
      await update({ disabled: true });
      expect(statusAndBody(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
      expect(statusAndBody(await merchant.api.post('/payments', paymentBody({ connector: ['stripe_test'] })))).toEqual(
        refusal(400, 'HE_03', 'The selected merchant connector account is disabled'),
      );
      await update({ disabled: false });
      expect(ok(await merchant.api.post('/payments', paymentBody())).status).toBe('succeeded');
    }
    await update({ payment_methods_enabled: [] });
    expect(statusAndBody(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
  });

  const noAccount = (id: string) => absent('Merchant connector account does not exist in our records', { reason: id });

  it('are not found under an unknown id', async () => {
    const merchant = await merchantWith();
    expect(statusAndBody(await merchant.api.get(path(merchant, 'mca_none')))).toEqual(noAccount('mca_none'));
    const change = { connector_type: 'payment_processor', status: 'active' };
    expect(statusAndBody(await merchant.api.post(path(merchant, 'mca_none'), change))).toEqual(noAccount('mca_none'));
  });

  const details = (fields: object) => ({ connector_account_details: fields });
  const shape = wrongFormat('connector_account_details', 'auth_type and api_key');
  it.each<[string, object, StatusAndBody]>([
    ['no credentials', details({}), shape],
    ['credentials without their key', details({ auth_type: 'HeaderKey' }), shape],
    ['an unknown auth_type', details({ auth_type: 'Magic', api_key: 'a' }), shape],
    [
      'an empty key',
      details({ auth_type: 'HeaderKey', api_key: '' }),
      wrongFormat('connector_account_details.api_key', 'a non empty String'),
    ],
    [
      'an auth_type of other connectors',
      details({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' }),
      notAllowed('The auth type is invalid for the connector'),
    ],
    ['another kind of connector', { connector_type: 'tax_processor' }, notAllowed('Invalid connector type given')],
    [
      'active with temporary credentials',
      { ...details({ auth_type: 'TemporaryAuth' }), status: 'active' },
      notAllowed('Connector status cannot be active when using TemporaryAuth'),
    ],
    [
      'enabled while inactive',
      { status: 'inactive', disabled: false },
      notAllowed('Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth'),
    ],
    [
      'an unknown profile',
      { profile_id: 'pro_none' },
      absent('Business profile with the given id pro_none does not exist'),
    ],
  ])('refuse %s', async (_, more, expected) => {
    const merchant = await merchantWith();
    expect(statusAndBody(await merchant.api.post(path(merchant), body(more)))).toEqual(expected);
    expect(ok(await merchant.api.get(path(merchant)))).toEqual([]);
  });

  it('refuse an unknown connector', async () => {
    const merchant = await merchantWith();
    const { status, body: error } = await merchant.api.post(path(merchant), body({ connector_name: 'unknown' }));
    expect(status).toBe(400);
    expect(error.error.message).toMatch(/^Json deserialize error: unknown variant `unknown`, expected one of /);
  });

  it('are not used by a payment that names another connector', async () => {
    const merchant = await merchantWith();
    expect(statusAndBody(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
    expect(
      statusAndBody(await merchant.api.post('/payments', paymentBody({ setup_future_usage: 'on_session' }))),
    ).toEqual(precondition('customer_id is mandatory when setup_future_usage is given'));
  });
});
