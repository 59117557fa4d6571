import { errorBody, isRefusal, type Outgoing, refuse, type WebhookTestResult } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../test/standard-account';
import type { Profile } from '../accounts';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { tooMany } from '../limits/limits';
import { OwnerClient } from '../owners/owner-client';
import { WebhookTests } from './webhook-tests';

const merchantId = 'acme' as MerchantId;
const merchant: AuthenticatedMerchant = {
  kind: 'merchant',
  merchantId,
  account: standardAccount(merchantId),
  profileId: null,
  clientSecret: null,
  isSdk: false,
};
const sender = { merchant, trace: { correlationId: 'req', traceparent: '00-1-2-01' }, ip: '127.0.0.1' };

interface Given {
  readonly result?: WebhookTestResult;
  readonly url?: string | null;
  readonly isOver?: boolean;
  readonly profileId?: string;
}

/** The answer as the wire has it, with the queries to the webhooks service. */
async function send({ result, url = 'https://shop.example/hook', isOver = false, profileId = 'pro_1' }: Given) {
  const queries: Outgoing[] = [];
  const limited: string[] = [];
  const request = async (query: Outgoing): Promise<Reply | NoReply> => {
    queries.push(query);
    return result ? { kind: 'response', body: Buffer.from(JSON.stringify(result)) } : { kind: 'no_reply' };
  };
  const profile = { profileId: 'pro_1' as ProfileId, details: { webhook_details: url && { webhook_url: url } } };
  const tests = new WebhookTests(
    {
      retrieve: async (of, id) =>
        of === merchantId && id === 'pro_1' ? (profile as Profile) : refuse('profile_not_found', { id }),
    },
    { webhookTest: async (of) => (limited.push(of), isOver ? tooMany(7) : undefined) },
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
  );
  const answer = await tests.send(profileId, sender);
  if (!isRefusal(answer)) return { answer, queries, limited };
  const { status, body } = errorBody(answer);
  return { answer: [status, body.error['code'], body.error['message']], queries, limited };
}

it.each<[WebhookTestResult, object]>([
  [
    { status: 204, error: null, durationMs: 12 },
    { delivered: true, status_code: 204, error: null, duration_ms: 12 },
  ],
  [
    { status: 302, error: 'HTTP 302', durationMs: 12 },
    { delivered: false, status_code: 302, error: 'HTTP 302', duration_ms: 12 },
  ],
  [
    { status: null, error: 'connect ECONNREFUSED', durationMs: 3 },
    { delivered: false, status_code: null, error: 'connect ECONNREFUSED', duration_ms: 3 },
  ],
])('the answer to a test says what the endpoint did: %j', async (result, shown) => {
  const { answer, queries, limited } = await send({ result });
  const [query] = queries;
  const { eventId } = query!.data as { readonly eventId: string };
  expect(answer).toEqual({ event_id: eventId, ...shown });
  expect(eventId).toMatch(/^evt_\w{32}$/);
  expect(queries.map(({ data }) => data)).toEqual([{ merchantId, profileId: 'pro_1', eventId }]);
  expect(limited).toEqual([merchantId]);
});

it.each<[string, Given, readonly unknown[], number]>([
  ['over the limit', { isOver: true }, [429, 'IR_16', 'Too many requests: try again in 7 s'], 0],
  [
    'of another merchant’s profile',
    { profileId: 'pro_2' },
    [404, 'HE_02', 'Business profile with the given id pro_2 does not exist'],
    0,
  ],
  ['of a profile without an address', { url: null }, [422, 'IR_06', 'the profile has no webhook_url'], 0],
  ['without a reply', {}, [503, 'HE_00', 'Something went wrong'], 1],
])('a test %s is refused', async (_, given, refused, queries) => {
  const result = await send(given);
  expect([result.answer, result.queries.length]).toEqual([refused, queries]);
});
