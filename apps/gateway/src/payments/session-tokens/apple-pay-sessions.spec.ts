import { connectorApplePaySession, type Outgoing, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../../test/standard-account';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OwnerClient } from '../../owners/owner-client';
import { ApplePaySessions, type ShopAccount } from './apple-pay-sessions';

const merchantId = 'acme' as MerchantId;
const merchant: AuthenticatedMerchant = {
  kind: 'client',
  merchantId,
  account: standardAccount(merchantId),
  profileId: null,
  clientSecret: 'pay_1_secret_x',
  isSdk: false,
};
const sender = { merchant, trace: { correlationId: 'req', traceparent: '00-1-2-01' }, ip: '127.0.0.1' };
const shop: ShopAccount = {
  merchantId,
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  walletDetails: { sealed: 'a-seal', masked: {} },
  verifiedDomains: ['pay.shop.example'],
};
const session = { nonce: 'a-nonce' };
const response = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });

interface Given {
  readonly isOver?: boolean;
  readonly account?: ShopAccount;
  readonly pageDomain?: string;
}

/** One session, with the requests to workers, the counted limits and the log lines. */
async function sessionOf(
  reply: () => Promise<Reply | NoReply>,
  { isOver = false, account = shop, pageDomain }: Given = {},
) {
  const requests: unknown[] = [];
  const counted: unknown[] = [];
  const logged: unknown[] = [];
  const request = (sent: Outgoing, { deadlineMs }: { readonly deadlineMs: number }) => {
    requests.push([sent, deadlineMs]);
    return reply();
  };
  const sessions = new ApplePaySessions(
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
    {
      isOverApplePay: (...about) => {
        counted.push(about);
        return Promise.resolve(isOver);
      },
    },
    { warn: (facts: unknown) => void logged.push(facts) },
  );
  return { made: await sessions.of(account, { paymentId: 'pay_1', pageDomain }, sender), requests, counted, logged };
}

it('a validated shop has the session of Apple, unread, within the timeout of a session', async () => {
  const { made, requests, counted, logged } = await sessionOf(async () => response({ kind: 'validated', session }));
  expect(made).toEqual(session);
  const data = { merchantId, merchantConnectorId: 'mca_1', sealedWalletDetails: 'a-seal' };
  expect(requests).toEqual([[{ message: connectorApplePaySession, data }, 4_000]]);
  expect(counted).toEqual([['mca_1', 'acme', 'pay_1']]);
  expect(logged).toEqual([]);
});

it.each<readonly [string, object]>([
  ['pay.shop.example', { domain: 'pay.shop.example' }],
  ['PAY.Shop.Example', { domain: 'pay.shop.example' }],
  ...['thief.example', 'shop.example', 'x.pay.shop.example', 'pay.shop.example, thief.example', ''].map(
    (pageDomain) => [pageDomain, {}] as const,
  ),
])('a page on %s gets a session of a verified domain or of the settings: %j', async (pageDomain, domain) => {
  const { requests } = await sessionOf(async () => response({ kind: 'validated', session }), { pageDomain });
  const data = { merchantId, merchantConnectorId: 'mca_1', sealedWalletDetails: 'a-seal', ...domain };
  expect(requests).toEqual([[{ message: connectorApplePaySession, data }, 4_000]]);
});

const facts = { payment_id: 'pay_1', request_id: 'req', merchantId, merchantConnectorId: 'mca_1' };

it.each<[string, () => Promise<Reply | NoReply>, object]>([
  ['that Apple refuses', async () => response({ kind: 'failed', reason: 'refused' }), { reason: 'refused' }],
  ['that meets no worker in time', async () => ({ kind: 'no_reply' }), { reason: 'no_reply' }],
  ['of a gateway without room', async () => refuse('overloaded'), { reason: 'overloaded' }],
  ['whose query cannot be sent', () => Promise.reject(new Error('too long')), { error: expect.any(Error) as Error }],
  ['with a reply of a newer form', async () => response({ kind: 'later' }), { error: expect.any(Error) as Error }],
])('a validation %s leaves no session, and the log names the account and no secret', async (_, reply, why) => {
  const { made, logged } = await sessionOf(reply);
  expect(made).toBeUndefined();
  expect(logged).toEqual([expect.objectContaining({ ...facts, ...why })]);
  expect(JSON.stringify(logged)).not.toMatch(/a-seal|secret/);
});

it('over its limit, and without wallet details, an account asks no worker', async () => {
  const never = () => Promise.reject(new Error('no request is expected'));
  const over = await sessionOf(never, { isOver: true });
  expect([over.made, over.requests, over.logged]).toEqual([undefined, [], [{ ...facts, reason: 'over_limit' }]]);
  const bare = await sessionOf(never, { account: { ...shop, walletDetails: null } });
  expect([bare.made, bare.requests, bare.counted]).toEqual([undefined, [], []]);
});
