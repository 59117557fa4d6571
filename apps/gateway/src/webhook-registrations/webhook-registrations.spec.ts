import {
  errorBody,
  isRefusal,
  type Outgoing,
  type Refusal,
  refuse,
  type WebhookRegistration,
} from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../test/standard-account';
import type { ConnectorAccount } from '../accounts';
import { tooMany } from '../limits/limits';
import { OwnerClient } from '../owners/owner-client';
import { WebhookRegistrations } from './webhook-registrations';

const merchantId = 'acme' as MerchantId;
const account = {
  merchantId,
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  profileId: 'pro_1' as ProfileId,
  connectorName: 'stripe',
  webhookEndpointId: null,
} as ConnectorAccount;
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const registered = (endpointId: string, secret: string | null = 'whsec_1') =>
  ({ kind: 'registered', endpointId, secret }) as const;
const error = { code: 'invalid_api_key', message: 'Invalid', reason: 'Invalid API Key provided' };

interface Given {
  readonly answers?: WebhookRegistration[];
  /** What each attempt to store answers; default: the account with the endpoint. */
  readonly conflicts?: number;
  readonly stored?: Partial<ConnectorAccount>;
  readonly id?: string;
  readonly profileId?: string | null;
  readonly isOver?: boolean;
  readonly event_type?: 'all_events' | { specific_event: 'payment_succeeded' } | null;
}

/** The result of one registration, with the queries to workers and what was stored. */
async function register({
  answers = [],
  conflicts = 0,
  stored = {},
  id = 'mca_1',
  profileId = null,
  isOver = false,
  event_type,
}: Given) {
  const queries: unknown[] = [];
  const attempts: object[] = [];
  const request = async ({ data }: Outgoing): Promise<Reply | NoReply> => {
    queries.push(data);
    const answer = answers.shift();
    return answer ? { kind: 'response', body: Buffer.from(JSON.stringify(answer)) } : { kind: 'no_reply' };
  };
  const service = new WebhookRegistrations(
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
    {
      retrieve: async (_, of) =>
        of === 'mca_1' ? { ...account, ...stored } : refuse('connector_account_not_found', { reason: of }),
      storeWebhookEndpoint: async (_merchant, _id, endpoint) => {
        attempts.push(endpoint);
        if (attempts.length <= conflicts) return refuse('verification_failed');
        return { ...account, webhookEndpointId: endpoint.endpointId };
      },
    },
    { credentialCheck: async () => (isOver ? tooMany(7) : undefined) },
  );
  const merchant = {
    kind: 'merchant' as const,
    merchantId,
    account: standardAccount(merchantId),
    profileId: profileId as ProfileId | null,
    clientSecret: null,
    isSdk: false,
  };
  const sent = { ...(event_type !== undefined && { event_type }) };
  const result = await service.register(id, sent as never, { merchant, trace, ip: '127.0.0.1' }, trace);
  return { result: isRefusal(result) ? shown(result) : result, queries, attempts };
}
const shown = (refusal: Refusal) => {
  const { status, body } = errorBody(refusal);
  return [status, body.error['code']];
};

it('a new endpoint is stored with its secret, and the answer has the id alone', async () => {
  const { result, queries, attempts } = await register({ answers: [registered('we_1')] });
  expect(result).toEqual({ kind: 'registered', endpointId: 'we_1' });
  const ofAccount = { merchantConnectorId: 'mca_1', connector: 'stripe' };
  expect(queries).toEqual([{ merchantId, account: ofAccount, knownEndpointId: null }]);
  expect(attempts).toEqual([{ knownEndpointId: null, endpointId: 'we_1', secret: 'whsec_1' }]);
});

it('a known endpoint changes nothing here', async () => {
  const stored = { webhookEndpointId: 'we_1' };
  const { result, attempts } = await register({ answers: [registered('we_1', null)], stored });
  expect([result, attempts]).toEqual([{ kind: 'registered', endpointId: 'we_1' }, []]);
});

it('a registration that another one overtook runs again', async () => {
  const { result, queries } = await register({ answers: [registered('we_1'), registered('we_2')], conflicts: 1 });
  expect([result, queries.length]).toEqual([{ kind: 'registered', endpointId: 'we_2' }, 2]);
});

it('a registration that is overtaken each time ends', async () => {
  const answers = [registered('we_1'), registered('we_2'), registered('we_3'), registered('we_4')];
  const { result, queries } = await register({ answers, conflicts: 9 });
  expect([result, queries.length]).toMatchObject([[400, 'CE_07'], 3]);
});

it('what the processor refuses is a failed registration', async () => {
  const { result, attempts } = await register({ answers: [{ kind: 'refused', error }] });
  expect([result, attempts]).toEqual([{ kind: 'failed', error }, []]);
});

it.each<[string, Given, readonly unknown[], number]>([
  ['of an unknown account', { id: 'mca_2' }, [404, 'HE_02'], 0],
  ['of an account of another profile', { profileId: 'pro_2' }, [404, 'HE_02'], 0],
  ['over the limit', { isOver: true }, [429, 'IR_16'], 0],
  ['of a single event', { event_type: { specific_event: 'payment_succeeded' } }, [501, 'IR_00'], 0],
  ['without an interface', { answers: [{ kind: 'not_supported' }] }, [400, 'IR_20'], 1],
  ['with unusable credentials', { answers: [{ kind: 'unusable' }] }, [400, 'IR_30'], 1],
  ['without an answer of the processor', { answers: [{ kind: 'unanswered' }] }, [503, 'HE_00'], 1],
  ['without a worker', {}, [503, 'HE_00'], 1],
])('a registration %s is refused and stores nothing', async (_, given, refused, calls) => {
  const { result, queries, attempts } = await register(given);
  expect([result, queries.length, attempts]).toMatchObject([refused, calls, []]);
});
