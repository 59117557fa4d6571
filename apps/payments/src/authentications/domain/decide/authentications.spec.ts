import type { AuthenticationAnswer, Caller, DataOf, JsonObject, Outcome } from '@payorch/contracts';
import type { authenticationCreate, authenticationPrepare } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { AuthenticationId, OperationId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { aRequestor, browser, server } from '../../../../test/authentications';
import { nextVersion } from '@payorch/platform/resources';
import { aCard, aProfile, later, merchantId, now, profileId } from '../../../../test/fixtures';
import { outcomes } from '../../../../test/outcomes';
import { answerOf } from '../../queries/authentication.views';
import type { DecideContext, Decision } from '../decision';
import type { StandaloneAuthentication } from '../standalone-authentication';
import { applyAuthenticationOutcome } from './apply-outcome';
import { authenticate } from './authenticate';
import { createAuthentication } from './create-authentication';
import { prepareAuthentication } from './prepare-authentication';
import { authenticationDue, checkAuthentication, customerReturned, syncAuthentication } from './sync-authentication';

const authenticationId = 'authn_1' as AuthenticationId;
const about = { merchantId, authenticationId };
const merchant = { caller: { kind: 'merchant' } as Caller, clientSecret: null };
const client = (clientSecret = 'authn_1_secret_text') => ({
  caller: { kind: 'client', clientSecret } as Caller,
  clientSecret: null,
});
const waiting = (correlationId: string, answer: AuthenticationAnswer = 'sync') => ({
  topic: 'gateway.replies.1',
  correlationId,
  answer,
  audience: 'merchant' as const,
});

let operations = 0;
beforeEach(() => void (operations = 0));
const at = (seconds: number, changes: Partial<DecideContext> = {}): DecideContext => ({
  now: later(seconds),
  partition: 3,
  pendingReplies: [],
  profile: { ...aProfile, authentication: aRequestor },
  accountsOfProfile: () => [server] as never,
  newOperationId: () => `op_${++operations}` as OperationId,
  randomText: () => 'text',
  rules: {
    publicUrl: 'https://pay.example',
    returnToken: () => 'token',
    returnLookupEveryMs: 2_000,
    beginWithinMs: 300_000,
    customerTimeoutMs: 900_000,
    syncAfterMs: [2_000, 5_000],
  },
  ...changes,
});

type Known = StandaloneAuthentication;
/** The authentication after a decision. */
function after(decision: Decision, before?: Known): Known {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.code}`);
  if (decision.kind === 'unchanged') throw new Error('unchanged');
  return nextVersion(before, decision.state, now);
}
const effectsOf = (decision: Decision) => (isRefusal(decision) ? [decision] : decision.effects);
const kindsOf = (decision: Decision) => effectsOf(decision).map(({ kind }) => kind);
const codeOf = (decision: Decision) => (isRefusal(decision) ? decision.code : decision.kind);

const creation: DataOf<typeof authenticationCreate> = {
  ...about,
  profileId,
  money: money(6540n, 'USD'),
  connector: null,
  returnUrl: 'https://acme.example/done',
  forceChallenge: null,
  customer: { name: 'Jo Doe', email: 'jo@acme.example' },
};
const card = { ...aCard, cvc: 'absent' as const };
const range: DataOf<typeof authenticationPrepare> = {
  ...about,
  ...merchant,
  profileId: null,
  card,
  browserInfo: browser,
  billing: null,
  shipping: null,
  email: null,
};
const outcome = (
  known: Known,
  received: Outcome,
  changes: Partial<DecideContext> = {},
  source: 'call' | 'sync' = 'call',
) =>
  applyAuthenticationOutcome(
    known,
    {
      ...about,
      profileId,
      operationId: known.progress!.operation,
      account: known.progress!.account,
      source,
      outcome: received,
      sentAt: now.toISOString(),
    },
    at(2, changes),
  );

const created = (changes: Partial<typeof creation> = {}) =>
  after(createAuthentication(undefined, { ...creation, ...changes }, at(0)));
const begun = (changes?: Partial<typeof creation>) => after(prepareAuthentication(created(changes), range, at(1)));
const awaited = (changes?: Partial<typeof creation>) => after(outcome(begun(changes), outcomes.pre_authenticated));
const request = { ...about, ...merchant, methodCompletion: 'Y' as const };
const sent = (changes?: Partial<typeof creation>) => after(authenticate(awaited(changes), request, at(3)));
const challenged = () => after(outcome(sent(), outcomes.authentication_challenged));
const succeeded = () => after(outcome(sent(), outcomes.authenticated));
const failed = () => after(outcome(sent(), outcomes.declined));
const all = { created, begun, awaited, sent, challenged, succeeded, failed } as const;

const shown = (known: Known, answer: AuthenticationAnswer, audience: 'merchant' | 'client' = 'merchant'): JsonObject =>
  JSON.parse(
    answerOf(known, { answer, audience }, { publicUrl: 'https://pay.example', profileReturnUrl: null }).toString(),
  ) as JsonObject;

describe('the steps of an authentication', () => {
  it('a creation sends nothing, has a secret and a time, and its id is used once', () => {
    const decision = createAuthentication(undefined, creation, at(0));
    expect(kindsOf(decision)).toEqual(['due_later', 'reply']);
    expect(after(decision)).toMatchObject({
      state: 'created',
      clientSecret: 'authn_1_secret_text',
      expiresAt: later(900),
    });
    expect(codeOf(createAuthentication(created(), creation, at(1)))).toBe('authentication_exists');
  });

  it('the card goes to the 3DS server without its CVC and its holder, once', () => {
    const decision = prepareAuthentication(created(), range, at(1));
    expect(kindsOf(decision)).toEqual(['pre_authenticate', 'due_later']);
    expect(effectsOf(decision)[0]).toMatchObject({ card: { last4: '4242', cvc: 'absent', holderName: null } });
    const known = begun();
    const again = prepareAuthentication(known, range, at(1, { pendingReplies: [waiting('second')] }));
    expect([kindsOf(again), after(again).pendingReplies.length]).toEqual([[], 1]);
    expect(kindsOf(prepareAuthentication(awaited(), range, at(3)))).toEqual(['reply']);
    const other = { ...range, card: { ...card, fingerprint: 'other' } };
    expect(codeOf(prepareAuthentication(known, other, at(1)))).toBe('precondition_failed');
  });

  it('the customer is authenticated once, and the card’s number is stored no longer', () => {
    const decision = authenticate(awaited({ forceChallenge: true }), request, at(3));
    expect(kindsOf(decision)).toEqual(['authenticate', 'due_later']);
    expect(effectsOf(decision)[0]).toMatchObject({
      card: { sealedNumber: 'sealed', holderName: null },
      requestsChallenge: true,
      returnUrl: `https://pay.example/authentication/${merchantId}/authn_1/redirect?redirect_token=token`,
      cardHolderName: 'Jo',
      email: 'jo@acme.example',
      browserInfo: browser,
    });
    expect(after(decision)).toMatchObject({ state: 'authenticating', card: { sealedNumber: null, last4: '4242' } });
    expect(kindsOf(authenticate(sent(), request, at(3)))).toEqual([]);
    for (const ended of [challenged, succeeded, failed])
      expect(kindsOf(authenticate(ended(), request, at(9)))).toEqual(['reply']);
  });

  it.each([
    ['created', created],
    ['begun', begun],
  ])('an authentication that is %s cannot be requested yet', (_name, known) =>
    expect(authenticate(known(), request, at(3))).toMatchObject({
      code: 'authentication_unprocessable',
      details: { message: 'Pre Authentication must be completed successfully before Authentication can be performed' },
    }),
  );

  it.each<[string, Outcome, string, readonly string[]]>([
    ['a success', outcomes.authenticated, 'succeeded', ['cancel_due', 'reply']],
    ['a challenge', outcomes.authentication_challenged, 'challenged', ['due_later', 'reply']],
    ['a refusal', outcomes.not_authenticated, 'failed', ['cancel_due', 'reply']],
    ['no answer', outcomes.unknown, 'authenticating', ['due_later']],
  ])('after the request, %s', (_name, received, state, effects) => {
    const known = { ...sent(), pendingReplies: [waiting('browser')] };
    const decision = outcome(known, received);
    expect([after(decision).state, kindsOf(decision)]).toEqual([state, effects]);
    expect(after(decision).pendingReplies.length).toBe(state === 'authenticating' ? 1 : 0);
  });

  it('a range without an answer has failed, and an outcome of an earlier call changes nothing', () => {
    expect(after(outcome(begun(), outcomes.unknown)).state).toBe('failed');
    const late = { ...sent(), progress: { ...sent().progress!, operation: 'op_9' as OperationId } };
    const stale = applyAuthenticationOutcome(
      late,
      {
        ...about,
        profileId,
        operationId: 'op_1' as OperationId,
        account: late.progress.account,
        source: 'call',
        outcome: outcomes.authenticated,
        sentAt: null,
      },
      at(2),
    );
    expect(stale).toMatchObject({ kind: 'unchanged' });
    for (const ended of [succeeded(), failed()])
      expect(codeOf(outcome(ended, outcomes.authenticated))).toBe('unchanged');
  });
});

describe('the result', () => {
  it('is asked for while a challenge is open, at most once in two seconds', () => {
    const first = customerReturned(challenged(), about, at(10, { pendingReplies: [waiting('first')] }));
    expect(kindsOf(first)).toEqual(['sync']);
    const second = syncAuthentication(after(first), merchant, at(11, { pendingReplies: [waiting('second')] }));
    expect(effectsOf(second)).toEqual([{ kind: 'due_later', delayMs: 1_000 }]);
    const due = authenticationDue(after(second), about, at(12));
    expect(kindsOf(due)).toEqual(['sync', 'due_later']);
    const open = outcome(after(due), { kind: 'accepted', reference: 'd65e' }, {}, 'sync');
    expect(effectsOf(open)).toEqual([
      { kind: 'reply', pendingReplies: [expect.objectContaining({ correlationId: 'first' }), expect.anything()] },
    ]);
  });

  it.each(Object.entries(all).filter(([name]) => name !== 'challenged'))(
    'of an authentication that is %s is answered at once',
    (_name, known) => expect(kindsOf(syncAuthentication(known(), merchant, at(9)))).toEqual(['reply']),
  );

  it.each([
    ['created', created, 900],
    ['begun', begun, 301],
    ['awaited', awaited, 903],
    ['sent', sent, 3],
    ['challenged', challenged, 903],
  ])('of an authentication that is %s comes in time, or it fails', (name, known, seconds) => {
    if (name !== 'sent') expect(kindsOf(authenticationDue(known(), about, at(seconds - 10)))).toContain('due_later');
    let overdue: Known = known();
    for (let syncs = 0; overdue.state !== 'failed'; syncs++) {
      const decision = authenticationDue(overdue, about, at(seconds + syncs));
      overdue = after(decision, overdue);
      expect(kindsOf(decision)).toEqual(overdue.state === 'failed' ? ['cancel_due', 'reply'] : ['sync', 'due_later']);
      expect(syncs).toBeLessThanOrEqual(name === 'created' || name === 'awaited' ? 0 : 3);
    }
    expect(overdue.card?.sealedNumber ?? null).toBeNull();
    expect(shown(overdue, 'sync')).toMatchObject({ status: 'failed', error_code: 'AUTHENTICATION_TIMEOUT' });
    expect(authenticationDue(overdue, about, at(9_999))).toMatchObject({ kind: 'unchanged', effects: [] });
  });
});

describe('the sender', () => {
  type Decide = (known: Known | undefined, sender: typeof merchant, context: DecideContext) => Decision;
  const decisions: readonly [string, Decide][] = [
    ['prepare', (known, sender, context) => prepareAuthentication(known, { ...range, ...sender }, context)],
    ['authenticate', (known, sender, context) => authenticate(known, { ...request, ...sender }, context)],
    ['sync', syncAuthentication],
    ['check', checkAuthentication],
  ];

  it.each(decisions)('of %s needs the client secret in its time, and a server may repeat it', (_name, decide) => {
    const known = awaited();
    const { clientSecret } = known;
    expect(codeOf(decide(known, client('other'), at(5)))).toBe('client_secret_invalid');
    expect(codeOf(decide(known, { ...merchant, clientSecret: 'other' } as never, at(5)))).toBe('client_secret_invalid');
    expect(codeOf(decide(known, client(), at(901)))).toBe('client_secret_expired');
    for (const sender of [client(), merchant, { ...merchant, clientSecret } as never])
      expect(['decided', 'unchanged']).toContain(codeOf(decide(known, sender, at(5))));
    expect(codeOf(decide(undefined, merchant, at(5)))).toBe('authentication_not_found');
  });

  it('that is a browser sees neither the proof nor the customer’s data in any answer', () => {
    const known = { ...succeeded(), email: 'jo@acme.example' };
    const { proof } = known.progress!;
    for (const answer of ['eligibility', 'authentication', 'sync', 'returned'] as const) {
      const text = JSON.stringify(shown(known, answer, 'client'));
      for (const hidden of [proof!.cryptogram, 'jo@acme.example', browser['user_agent'] as string])
        expect(text).not.toContain(hidden);
    }
    expect(shown(known, 'authentication')).toMatchObject({ authentication_value: proof!.cryptogram, eci: proof!.eci });
    expect(shown(known, 'sync')).toMatchObject({
      authentication_details: { three_ds_data: { transaction_status: proof!.transactionStatus } },
    });
  });
});
