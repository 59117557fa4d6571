import { isRefusal } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { wireErrorOf } from '../../../../test/wire-error';
import { type ConnectorAccount, newConnectorAccount, updatedConnectorAccount } from './connector-account';
import { withVerifiedDomains } from './verified-domains';
import type { PublicWalletDetails } from './wallet-details';

const [begun, now] = [new Date('2026-01-05T10:00:00Z'), new Date('2026-01-06T10:00:00Z')];
const of = (merchant_identifier: string): PublicWalletDetails => ({
  apple_pay: {
    label: 'Acme',
    supported_networks: [],
    merchant_capabilities: [],
    initiative: 'web',
    merchant_identifier,
    merchant_business_country: null,
  },
});
const noSecrets = { webhookSecrets: null, merchantData: null, walletDetails: null, publicWalletDetails: null };
const active = { status: 'active', disabled: false } as const;
const account: ConnectorAccount = {
  ...newConnectorAccount(
    { connector_type: 'payment_processor', connector_name: 'stripe_test' },
    {
      merchantId: 'acme' as MerchantId,
      merchantConnectorId: 'mca_1' as MerchantConnectorId,
      profileId: 'pro_1' as ProfileId,
      profileName: 'default',
      credentials: { sealed: 'jwe', masked: {} },
      now: begun,
      ...noSecrets,
      ...active,
    },
  ),
  publicWalletDetails: of('merchant.acme'),
  verifiedDomains: ['shop.example'],
};
const verified = (...domainNames: string[]) => ({ domainNames, merchantIdentifier: 'merchant.acme' });

it('a repeated verification adds only the new domains', () =>
  expect(withVerifiedDomains(account, verified('pay.shop.example', 'shop.example'), now)).toEqual({
    ...account,
    verifiedDomains: ['shop.example', 'pay.shop.example'],
    modifiedAt: now,
  }));

it.each<[string, Partial<ConnectorAccount>, readonly string[], unknown]>([
  [
    'for another merchant at Apple',
    { publicWalletDetails: of('merchant.other') },
    ['pay.shop.example'],
    [400, 'CE_07', 'Verification failed while processing with connector. Retry operation'],
  ],
  [
    'above the most of an account',
    {},
    Array.from({ length: 99 }, (_, at) => `shop-${at}.example`),
    [422, 'IR_06', 'a connector account has at most 99 verified domains'],
  ],
])('domains %s are refused', (_, change, domainNames, refused) => {
  const result = withVerifiedDomains({ ...account, ...change }, verified(...domainNames), now);
  expect(isRefusal(result) && wireErrorOf(result)).toEqual(refused);
});

it.each<[string, PublicWalletDetails | null, readonly string[]]>([
  ['without wallet details', null, ['shop.example']],
  ['for the same merchant at Apple', of('merchant.acme'), ['shop.example']],
  ['for another merchant at Apple', of('merchant.other'), []],
  ['for another wallet', {}, []],
])('after an update %s, the account has the domains %j', (_, publicWalletDetails, domains) => {
  const changed = { ...noSecrets, ...active, publicWalletDetails, credentials: null, now };
  expect(updatedConnectorAccount(account, {}, changed).verifiedDomains).toEqual(domains);
});
