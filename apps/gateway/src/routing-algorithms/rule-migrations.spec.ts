import { type Outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import type { RuleMigrationQuery } from '@payorch/rest';
import { type ActivatedAlgorithm, noRouting, type ProfileRouting } from '../accounts';
import type { AccountSnapshot } from '../auth';
import type { RequestContext } from '../owners';
import { RuleMigrations } from './rule-migrations';

const merchantId = 'acme_1' as MerchantId;
const profileId = 'pro_1' as ProfileId;
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const active: ActivatedAlgorithm = {
  algorithmId: 'routing_2' as RoutingAlgorithmId,
  kind: 'single',
  data: 'stripe_test',
  activatedAt: '2026-01-05T10:00:00.000Z',
  record: {},
};
const routing: ProfileRouting = {
  profileId,
  accounts: [],
  state: { ...noRouting, payment: { active, defaultOrder: null } },
};
const readAll = {
  algorithms: [
    { algorithmId: 'routing_3', error: 'algorithm.data must be an object' },
    { algorithmId: 'routing_2', error: null },
    { algorithmId: 'routing_1', error: null },
  ],
};

function migrate(
  sent: Partial<RuleMigrationQuery> = {},
  reply: Buffer | Refusal = Buffer.from(JSON.stringify(readAll)),
) {
  const queries: { data: unknown; context: RequestContext }[] = [];
  const owner = {
    query: ({ data }: Outgoing, context: RequestContext) => {
      queries.push({ data, context });
      return Promise.resolve(reply);
    },
  };
  const account = { merchantId, accountVersion: 7 } as AccountSnapshot;
  const accounts = { freshAccount: (id: string) => Promise.resolve(id === merchantId ? account : undefined) };
  const settings = {
    retrieve: (_: MerchantId, id: string) =>
      Promise.resolve(id === profileId ? routing : refuse('profile_not_found', { id })),
  };
  const migrations = new RuleMigrations(owner, accounts, settings);
  return { queries, answer: migrations.migrate({ merchant_id: merchantId, profile_id: profileId, ...sent }, trace) };
}

it('a migration lists the readable algorithms, which of them are in force, and the unreadable ones', async () => {
  const { answer, queries } = migrate();
  expect(await answer).toEqual({
    profile_id: profileId,
    success: ['routing_2', 'routing_1'].map((id) => ({
      profile_id: profileId,
      algorithm_id: id,
      decision_engine_algorithm_id: id,
      is_active_rule: id === 'routing_2',
    })),
    errors: [{ profile_id: profileId, algorithm_id: 'routing_3', error: 'algorithm.data must be an object' }],
  });
  const context = { trace, accountVersion: 7, timeout: 'noProcessorCallMs' };
  expect(queries).toEqual([{ data: { merchantId, profileId, limit: 50, offset: 0 }, context }]);
});

it.each([
  [
    { limit: 2, offset: 3 },
    { limit: 2, offset: 3 },
  ],
  [
    { limit: 1_001, offset: null },
    { limit: 1_000, offset: 0 },
  ],
])('a migration with the page %p asks for %p', async (sent, page) => {
  const { answer, queries } = migrate(sent);
  await answer;
  expect(queries[0]?.data).toEqual({ merchantId, profileId, ...page });
});

it.each([
  ['merchant', { merchant_id: 'acme_2' }, refuse('merchant_not_found')],
  ['profile', { profile_id: 'pro_2' }, refuse('profile_not_found', { id: 'pro_2' })],
])('an unknown %s is refused without a query', async (_, sent, refusal) => {
  const { answer, queries } = migrate(sent);
  expect(await answer).toEqual(refusal);
  expect(queries).toEqual([]);
});

it("the owner's refusal is returned", async () =>
  expect(await migrate({}, refuse('no_reply')).answer).toEqual(refuse('no_reply')));
