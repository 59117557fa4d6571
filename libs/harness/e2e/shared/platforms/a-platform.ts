import { aMerchant, apiAt, ok, type Api, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { randomBytes } from 'node:crypto';

/** A platform organization with two connected accounts and a standard one. */
export interface TestPlatform {
  readonly organizationId: string;
  readonly platform: TestMerchant;
  readonly connected: TestMerchant;
  readonly otherConnected: TestMerchant;
  readonly standard: TestMerchant;
  /** Client with the platform's key that acts for an account. */
  readonly actingFor: (merchantId: string) => Api;
}

export const actingHeader = (merchantId: string) => ({ 'x-connected-merchant-id': merchantId });

/** `connector`: the processor of the accounts that take payments. */
export async function aPlatform(
  system: Pick<RunningSystem, 'admin' | 'baseUrl'>,
  connector = 'stripe_test',
): Promise<TestPlatform> {
  const tag = randomBytes(4).toString('hex');
  const connector_account_details = { auth_type: 'HeaderKey', api_key: 'sk_test_sandbox' };
  const account = (name: string, merchant_account_type: string, more: object = {}, connectors = [connector]) =>
    aMerchant(system, {
      merchantId: `${name}_${tag}`,
      connectors,
      connector: { connector_account_details },
      account: { merchant_account_type, ...more },
    });
  const platform = await account('platform', 'platform', {}, []);
  const { organization_id } = ok(await system.admin.get(`/accounts/${platform.merchantId}`));
  const within = { organization_id: organization_id as string };
  return {
    organizationId: within.organization_id,
    platform,
    connected: await account('connected', 'connected', within),
    otherConnected: await account('connected_other', 'connected', within),
    standard: await account('standard', 'standard', within),
    actingFor: (merchantId) =>
      apiAt(system.baseUrl('gateway'), { 'api-key': platform.apiKey, ...actingHeader(merchantId) }),
  };
}
