import { ok, type Json, type TestMerchant } from '@payorch/harness';

/** An account of a merchant as algorithms name it. */
export const accountAt = ({ connectors }: Pick<TestMerchant, 'connectors'>, connector: string) => ({
  connector,
  merchant_connector_id: connectors[connector].merchant_connector_id as string,
});

export const comparison = (lhs: string, is: string, type: string, value: unknown) => ({
  lhs,
  comparison: is,
  metadata: {},
  value: { type, value },
});

/** The body of POST /routing. */
export const algorithmBody = (
  { profileId }: Pick<TestMerchant, 'profileId'>,
  algorithm: object,
  more: object = {},
) => ({ name: 'Ours', description: 'An algorithm', profile_id: profileId, algorithm, ...more });

/** Stores an algorithm and activates it; its record. */
export async function activeAlgorithm(merchant: TestMerchant, algorithm: object, more: object = {}): Promise<Json> {
  const record = ok(await merchant.api.post('/routing', algorithmBody(merchant, algorithm, more)));
  ok(await merchant.api.post(`/routing/${record.id}/activate`, {}));
  return record;
}

/** Creates a further profile of the merchant. */
export const profileOf = async ({ api, merchantId }: TestMerchant, profile_name: string): Promise<string> =>
  ok(await api.post(`/account/${merchantId}/business_profile`, { profile_name })).profile_id as string;

/** Disables or enables an account. */
export const setDisabled = async (
  { api, merchantId }: TestMerchant,
  { merchant_connector_id }: { readonly merchant_connector_id: string },
  disabled: boolean,
): Promise<Json> =>
  ok(
    await api.post(`/account/${merchantId}/connectors/${merchant_connector_id}`, {
      connector_type: 'payment_processor',
      disabled,
    }),
  );
