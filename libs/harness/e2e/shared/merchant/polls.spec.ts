import { aMerchant, apiAt, sharedSystem } from '@payorch/harness';
import { refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();

it('the poll of a client SDK is unknown to a publishable key, and closed to every other key', async () => {
  const merchant = await aMerchant(system, { connectors: [] });
  const path = '/poll/status/external_authentication_pay_1';
  expect(statusAndBody(await merchant.client.get(path))).toEqual(
    refusal(404, 'HE_02', 'Poll does not exist in our records'),
  );
  for (const key of [merchant.apiKey, system.adminKey, `pk_dev_${'0'.repeat(32)}`])
    expect(statusAndBody(await apiAt(system.baseUrl('gateway'), { 'api-key': key }).get(path))).toEqual(unauthorized);
  expect(statusAndBody(await system.api.get(path))).toEqual(unauthorized);
});
