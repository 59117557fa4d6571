import { errorBody, refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { testEgress } from '../../../test/egress';
import { merchantAccountView } from '../http/merchant-account.view';
import { firstProfiles } from '../merchant-accounts';
import { checkMerchantAccountRequest, newMerchantAccount, updatedMerchantAccount } from './merchant-account';

const now = new Date('2026-01-05T10:00:00Z');
const made = {
  merchantId: 'acme_1' as MerchantId,
  organizationId: 'org_1' as OrganizationId,
  accountType: 'standard',
  platformMerchantId: null,
  publishableKey: 'pk_dev_1',
  hashKey: 'h'.repeat(64),
  now,
} as const;

const account = (sent: object = {}) => newMerchantAccount(sent, made);

describe('merchantAccountView', () => {
  it('a minimal account has every key in order', () =>
    expect(JSON.stringify(merchantAccountView(account()))).toBe(
      JSON.stringify({
        merchant_id: 'acme_1',
        merchant_name: null,
        return_url: null,
        enable_payment_response_hash: true,
        payment_response_hash_key: 'h'.repeat(64),
        redirect_to_merchant_with_http_post: false,
        merchant_details: null,
        webhook_details: null,
        payout_routing_algorithm: null,
        sub_merchants_enabled: null,
        parent_merchant_id: null,
        publishable_key: 'pk_dev_1',
        metadata: null,
        locker_id: null,
        primary_business_details: [],
        frm_routing_algorithm: null,
        organization_id: 'org_1',
        is_recon_enabled: false,
        default_profile: null,
        recon_status: 'not_requested',
        pm_collect_link_config: null,
        product_type: 'orchestration',
        merchant_account_type: 'standard',
        network_tokenization_credentials: null,
      }),
    ));

  it('webhook details have ten keys and metadata has the known key', () => {
    const view = merchantAccountView(
      account({ webhook_details: { webhook_url: 'https://a.example', webhook_password: 'pw' }, metadata: { a: 1 } }),
    ) as Record<string, object>;
    expect(Object.keys(view['webhook_details']!)).toHaveLength(10);
    expect(view['webhook_details']).toMatchObject({ webhook_url: 'https://a.example', webhook_password: 'pw' });
    expect(view['metadata']).toEqual({ compatible_connector: null, a: 1 });
  });
});

describe('newMerchantAccount', () => {
  it('unknown fields are ignored', () => {
    const stored = account({
      publishable_key: 'pk_mine',
      account_version: 99,
      is_recon_enabled: true,
      organizationId: 'x',
    });
    expect(stored).toMatchObject({ publishableKey: 'pk_dev_1', accountVersion: 1, organizationId: 'org_1' });
    expect(JSON.stringify(stored)).not.toContain('pk_mine');
  });

  it('a hash key of the request is stored', () =>
    expect(account({ payment_response_hash_key: 'mine' }).secrets.payment_response_hash_key).toBe('mine'));

  it('the webhook password is stored sealed only', () =>
    expect(account({ webhook_details: { webhook_password: 'pw' } }).details.webhook_details).toEqual({}));
});

describe('updatedMerchantAccount', () => {
  const stored = account({ merchant_name: 'Acme', return_url: 'https://a.example', metadata: { a: 1 } });

  it('absent and null fields stay', () =>
    expect(
      updatedMerchantAccount(
        stored,
        { merchant_name: null, return_url: 'https://b.example' },
        { defaultProfileId: null, now },
      ),
    ).toEqual({ ...stored, details: { ...stored.details, return_url: 'https://b.example' } }));

  it('the default profile changes', () =>
    expect(updatedMerchantAccount(stored, {}, { defaultProfileId: 'pro_2' as ProfileId, now }).defaultProfileId).toBe(
      'pro_2',
    ));
});

it.each([
  [{}, ['default']],
  [{ primary_business_details: [{ country: 'US', business: 'shop' }] }, ['US_shop']],
  [
    {
      primary_business_details: [
        { country: 'US', business: 'a' },
        { country: 'DE', business: 'a' },
        { country: 'US', business: 'a' },
      ],
    },
    ['US_a', 'DE_a'],
  ],
])('an account of %j starts with the profiles %j', (sent, names) => {
  let made = 0;
  const profiles = firstProfiles(account(sent), now, () => `pro_${++made}` as ProfileId);
  expect(profiles.map(({ profileName }) => profileName)).toEqual(names);
});

it.each([
  [{ sub_merchants_enabled: true }, 'precondition_failed'],
  [{ return_url: 'javascript:alert(1)' }, 'invalid_format'],
  [{ webhook_details: { webhook_url: 'ftp://a.example' } }, 'invalid_format'],
  [{ webhook_details: { webhook_url: 'http://127.0.0.1/hook' } }, 'invalid_format'],
  [{ webhook_details: { webhook_url: 'http://localhost/hook' } }, 'invalid_format'],
  [{ webhook_details: { webhook_url: 'https://169.254.169.254/latest' } }, 'invalid_format'],
  [{ webhook_details: { webhook_url: 'https://acme.example/hook' } }, undefined],
  [{ webhook_details: { payment_statuses_enabled: ['succeeded', 'requires_confirmation'] } }, 'invalid_request'],
  [{ webhook_details: { payout_statuses_enabled: ['success'] }, sub_merchants_enabled: false }, undefined],
])('a request with %j is refused as %s', (sent, code) =>
  expect(checkMerchantAccountRequest(sent, testEgress)?.code).toBe(code),
);

it('a request that breaks several rules is refused with a list of all of them', () => {
  const refused = checkMerchantAccountRequest(
    {
      sub_merchants_enabled: true,
      return_url: 'javascript:alert(1)',
      webhook_details: { webhook_url: 'ftp://a.example', payment_statuses_enabled: ['requires_confirmation'] },
    },
    testEgress,
  );
  const { body } = errorBody(refused ?? refuse('internal'));
  expect(body.error.fields?.map(({ field, code }) => [field, code])).toEqual([
    ['parent_merchant_id', 'IR_16'],
    ['return_url', 'IR_05'],
    ['webhook_details.payment_statuses_enabled', 'IR_06'],
    ['webhook_details.webhook_url', 'IR_05'],
  ]);
});
