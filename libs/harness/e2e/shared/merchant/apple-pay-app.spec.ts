import { aMerchant, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';

const system = sharedSystem();
let merchant: TestMerchant;

const settings = (initiative: string) => ({
  manual: {
    payment_request_data: { label: 'Acme', supported_networks: ['visa'], merchant_capabilities: ['supports3DS'] },
    session_token_data: {
      certificate: 'a-certificate',
      certificate_keys: 'a-secret-key',
      payment_processing_details_at: 'Connector',
      merchant_identifier: 'merchant.acme',
      display_name: 'Acme',
      initiative,
      merchant_business_country: 'FR',
    },
  },
});
const enabling = {
  payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'apple_pay' }] }],
};
const account = async (name: string, apple_pay_combined: object): Promise<Json> =>
  ok(
    await merchant.api.post(
      `/account/${merchant.merchantId}/connectors`,
      connectorBody(name, { ...enabling, connector_wallets_details: { apple_pay_combined } }),
    ),
  );
async function sessions(): Promise<Json[]> {
  const { payment_id, client_secret } = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'EUR' }));
  const body = { payment_id, client_secret, wallets: ['apple_pay'] };
  return ok(await merchant.client.post('/payments/session_tokens', body)).session_token;
}

beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: [] });
});

describe('Apple Pay in session tokens', () => {
  it('is left out for a certificate of the operator, and the log says so', async () => {
    await account('fauxpay', { simplified: { ...settings('web').manual, certificate: 'a-certificate' } });
    expect(await sessions()).toEqual([]);
    expect(system.logs('gateway')).toMatch(/"apple_pay".*unusable wallet settings/);
  });

  it('has the payment request for an app of the merchant, without the certificate', async () => {
    await account('adyen_test', settings('ios'));
    const made = await sessions();
    expect(made).toEqual([
      expect.objectContaining({
        wallet_name: 'apple_pay',
        connector: 'adyen_test',
        session_token_data: null,
        payment_request_data: expect.objectContaining({
          country_code: 'FR',
          currency_code: 'EUR',
          merchant_identifier: 'merchant.acme',
          total: { label: 'Acme', type: 'final', amount: '65.40' },
        }),
      }),
    ]);
    expect(JSON.stringify(made)).not.toMatch(/a-certificate|a-secret-key/);
  });
});
