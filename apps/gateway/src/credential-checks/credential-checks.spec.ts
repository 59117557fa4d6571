import { type CredentialsVerdict, errorBody, isRefusal, type Outgoing, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../test/standard-account';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { tooMany } from '../limits/limits';
import { OwnerClient } from '../owners/owner-client';
import { CredentialChecks } from './credential-checks';

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
const error = { code: 'invalid_api_key', message: 'Invalid', reason: 'Invalid API Key provided: sk_***' };
const details = { auth_type: 'HeaderKey', api_key: 'sk_marked' };

interface Given {
  readonly verdict?: CredentialsVerdict;
  readonly isOver?: boolean;
  readonly testConnectors?: boolean;
  readonly connector?: string;
  readonly sent?: object;
}

/** The answer as the wire has it, with the queries to workers. */
async function verify({ verdict, isOver = false, testConnectors = true, connector = 'stripe', sent = details }: Given) {
  const queries: Outgoing[] = [];
  const request = async (query: Outgoing): Promise<Reply | NoReply> => {
    queries.push(query);
    return verdict ? { kind: 'response', body: Buffer.from(JSON.stringify(verdict)) } : { kind: 'no_reply' };
  };
  const checks = new CredentialChecks(
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
    { credentials: ({ merchantConnectorId }) => ({ sealed: `seal of ${merchantConnectorId}`, masked: {} }) },
    { credentialCheck: async () => (isOver ? tooMany(7) : undefined) },
    { testConnectors },
  );
  const answer = await checks.verify(
    { connector_name: connector as 'stripe', connector_account_details: { ...sent } },
    sender,
  );
  if (!isRefusal(answer)) return { answer: answer.toString(), queries };
  const { status, body } = errorBody(answer);
  return { answer: [status, body.error['code'], body.error['message']], queries };
}

it('accepted credentials get an empty answer, and travel sealed for one query', async () => {
  const { answer, queries } = await verify({ verdict: { kind: 'verified' } });
  expect(answer).toBe('');
  expect(queries).toHaveLength(1);
  const { reference, ...data } = queries[0]!.data as { readonly reference: string };
  expect(reference).toMatch(/^verify_\w{20}$/);
  expect(data).toEqual({ merchantId, connector: 'stripe', sealedCredentials: `seal of ${reference}` });
  expect(JSON.stringify(queries)).not.toContain('sk_marked');
});

it.each<[string, Given, readonly unknown[], number]>([
  ['the processor refuses', { verdict: { kind: 'refused', error } }, [422, 'IR_06', error.reason], 1],
  [
    'do not fit the connector',
    { verdict: { kind: 'unusable' } },
    [422, 'IR_06', 'The auth type is invalid for the connector'],
    1,
  ],
  [
    'a connector cannot verify',
    { verdict: { kind: 'not_supported' } },
    [400, 'IR_20', 'Verify credentials flow not supported'],
    1,
  ],
  [
    'the processor does not answer about',
    { verdict: { kind: 'unanswered' } },
    [503, 'HE_00', 'Something went wrong'],
    1,
  ],
  ['no worker verifies', {}, [503, 'HE_00', 'Something went wrong'], 1],
  ['are over the limit', { isOver: true }, [429, 'IR_16', 'Too many requests: try again in 7 s'], 0],
  [
    'have another auth type',
    { sent: { auth_type: 'NoKey' } },
    [422, 'IR_06', 'The auth type is invalid for the connector'],
    0,
  ],
  [
    'are empty',
    { sent: { auth_type: 'HeaderKey', api_key: ' ' } },
    [
      ...[422, 'IR_05'],
      'connector_account_details.api_key contains invalid data. Expected format is a non empty String',
    ],
    0,
  ],
  ...(['acme', 'constructor'] as const).map((connector): [string, Given, readonly unknown[], number] => [
    `belong to ${connector}`,
    { connector },
    [404, 'HE_04', errorBody(refuse('connector_not_found')).body.error['message']],
    0,
  ]),
  [
    'belong to a test processor in production',
    { connector: 'stripe_test', testConnectors: false },
    [404, 'HE_04', errorBody(refuse('connector_not_found')).body.error['message']],
    0,
  ],
])('credentials that %s are refused', async (_, given, refused, queries) => {
  const result = await verify(given);
  expect([result.answer, result.queries.length]).toEqual([refused, queries]);
});
