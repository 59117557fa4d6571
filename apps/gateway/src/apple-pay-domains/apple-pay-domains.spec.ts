import {
  type ApplePayRegistration,
  connectorRegisterApplePayDomains,
  errorBody,
  isRefusal,
  type Outgoing,
  refuse,
} from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../test/standard-account';
import type { ConnectorAccount } from '../accounts';
import type { VerifiedDomains } from '../accounts/domain/connectors/verified-domains';
import type { PublicWalletDetails } from '../accounts/domain/connectors/wallet-details';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { tooMany } from '../limits/limits';
import { OwnerClient } from '../owners/owner-client';
import { ApplePayDomains } from './apple-pay-domains';

const merchantId = 'acme' as MerchantId;
const merchant: AuthenticatedMerchant = {
  kind: 'merchant',
  merchantId,
  account: standardAccount(merchantId),
  profileId: null,
  clientSecret: null,
  isSdk: false,
};
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const applePay = (initiative: 'web' | 'ios'): PublicWalletDetails => ({
  apple_pay: {
    label: 'Acme',
    supported_networks: ['visa'],
    merchant_capabilities: ['supports3DS'],
    merchant_identifier: 'merchant.acme',
    initiative,
    merchant_business_country: null,
  },
});
const account: ConnectorAccount = {
  merchantId,
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  profileId: 'pro_1' as ProfileId,
  connectorType: 'payment_processor',
  connectorName: 'stripe',
  connectorLabel: 'stripe_default',
  status: 'active',
  disabled: false,
  details: {},
  webhookSecrets: null,
  merchantData: null,
  credentials: { sealed: 'credentials', masked: {} },
  walletDetails: { sealed: 'a-seal', masked: {} },
  publicWalletDetails: applePay('web'),
  webhookEndpointId: null,
  verifiedDomains: ['old.shop.example'],
  createdAt: new Date(0),
  modifiedAt: new Date(0),
};

interface Given {
  readonly registration?: ApplePayRegistration;
  readonly stored?: Partial<ConnectorAccount>;
  readonly domains?: readonly string[];
  readonly id?: string;
  readonly profileId?: string;
  readonly isOver?: boolean;
}

function domainsWith({ registration, stored = {}, isOver = false }: Given) {
  const queries: unknown[] = [];
  const added: VerifiedDomains[] = [];
  const request = async (
    query: Outgoing,
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<Reply | NoReply> => {
    queries.push([query, deadlineMs]);
    return registration ? { kind: 'response', body: Buffer.from(JSON.stringify(registration)) } : { kind: 'no_reply' };
  };
  const service = new ApplePayDomains(
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
    {
      retrieve: async (_, id) =>
        id === 'mca_1' ? { ...account, ...stored } : refuse('connector_account_not_found', { reason: id }),
      addVerifiedDomains: async (_merchant, _id, verified) => {
        added.push(verified);
        return account;
      },
    },
    { domainVerification: async () => (isOver ? tooMany(7) : undefined) },
  );
  return { service, queries, added };
}

const senderOf = ({ profileId = null }: { readonly profileId?: string | null }) => ({
  merchant: { ...merchant, profileId: profileId as ProfileId | null },
  trace,
  ip: '127.0.0.1',
});

/** The answer to one request as the wire has it, with the queries to workers and what was stored. */
async function verify(given: Given) {
  const { service, queries, added } = domainsWith(given);
  const { domains = ['pay.shop.example'], id = 'mca_1' } = given;
  const sent = { domain_names: [...domains], merchant_connector_account_id: id };
  const answer = await service.verify(sent, senderOf(given), trace);
  if (!isRefusal(answer)) return { answer: 'stored', queries, added };
  const { status, body } = errorBody(answer);
  return { answer: [status, body.error['code'], body.error['message']], queries, added };
}

it('domains that Apple verified are stored, and the query has the seal of the settings', async () => {
  const { answer, queries, added } = await verify({
    registration: { kind: 'registered' },
    domains: ['Pay.Shop.Example', 'pay.shop.example'],
  });
  expect(answer).toBe('stored');
  const data = { merchantId, merchantConnectorId: 'mca_1', sealedWalletDetails: 'a-seal' };
  const query = { message: connectorRegisterApplePayDomains, data: { ...data, domainNames: ['pay.shop.example'] } };
  expect(queries).toEqual([[query, 35_000]]);
  expect(added).toEqual([{ domainNames: ['pay.shop.example'], merchantIdentifier: 'merchant.acme' }]);
});

const failed = (reason: 'unusable' | 'refused' | 'unanswered') =>
  ({ registration: { kind: 'failed', reason } }) as const;
const badSettings = [
  400,
  'IR_30',
  'Merchant connector account is configured with invalid connector_wallets_details',
] as const;
const noAccount = [404, 'HE_02', 'Merchant connector account does not exist in our records'] as const;
const retry = [400, 'CE_07', 'Verification failed while processing with connector. Retry operation'] as const;

it.each<[string, Given, readonly unknown[], number]>([
  ['Apple refuses', failed('refused'), [422, 'IR_06', 'Applepay verification Failed'], 1],
  ['Apple does not answer about', failed('unanswered'), retry, 1],
  ['a worker has unusable settings for', failed('unusable'), badSettings, 1],
  ['no worker has', {}, [503, 'HE_00', 'Something went wrong'], 1],
  ['an account without wallet details has', { stored: { walletDetails: null } }, badSettings, 0],
  ['an account with another wallet has', { stored: { publicWalletDetails: {} } }, badSettings, 0],
  ['an account of an app has', { stored: { publicWalletDetails: applePay('ios') } }, badSettings, 0],
  ['an unknown account has', { id: 'mca_2' }, noAccount, 0],
  ['an account of another profile has', { profileId: 'pro_2' }, noAccount, 0],
  ['are over the limit', { isOver: true }, [429, 'IR_16', 'Too many requests: try again in 7 s'], 0],
  [
    'are too many with the stored ones',
    { domains: Array.from({ length: 99 }, (_, at) => `shop-${at}.example`) },
    [422, 'IR_06', 'a connector account has at most 99 verified domains'],
    0,
  ],
])('domains that %s are refused and not stored', async (_, given, refused, asked) => {
  const { answer, queries, added } = await verify(given);
  expect([answer, queries.length, added]).toEqual([refused, asked, []]);
});

it.each<[string, object, unknown]>([
  ['the account', {}, ['old.shop.example']],
  ['another merchant', { merchant_id: 'other' }, refuse('merchant_not_found')],
  ['an unknown account', { merchant_connector_account_id: 'mca_2' }, refuse('resource_not_found')],
])('the list of %s is %j', async (_, change, expected) => {
  const { service } = domainsWith({});
  const query = { merchant_id: 'acme', merchant_connector_account_id: 'mca_1', ...change };
  expect(await service.list(query, merchant)).toEqual(expected);
});

it('an account of another profile than the header’s is not listed', async () => {
  const { service } = domainsWith({});
  const query = { merchant_id: 'acme', merchant_connector_account_id: 'mca_1' };
  expect(await service.list(query, senderOf({ profileId: 'pro_2' }).merchant)).toEqual(refuse('resource_not_found'));
});
