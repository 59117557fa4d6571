import { outgoing, paymentCancel, paymentGet, paymentCheck, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { RequestOptions, Reply, NoReply } from '@payorch/platform/kafka';
import { Claim } from '../request/claim';
import { OwnerClient } from './owner-client';

const ids = { merchantId: 'acme' as MerchantId, paymentId: 'pay_1' as PaymentId };
const command = outgoing(paymentCancel, { ...ids, cancellationReason: null });
const caller = { kind: 'merchant' } as const;
const query = outgoing(paymentGet, { ...ids, caller, expandAttempts: false, expandCaptures: false });
const unanswered = refuse('no_reply', { payment_id: 'pay_1' });
const lookup = { query: outgoing(paymentCheck, { ...ids, caller }), ifNoReply: unanswered };
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const context = { trace, accountVersion: 7, timeout: 'processorCallMs' } as const;

const answer = (text: string): Reply => ({ kind: 'response', body: Buffer.from(text) });
const silent: NoReply = { kind: 'no_reply' };

/** Replies in this order; records the requests. */
function owner(...replies: (Reply | NoReply)[]) {
  const requests: { type: string; options: RequestOptions }[] = [];
  const requester = {
    request: ({ message }: { message: { type: string } }, options: RequestOptions) => {
      requests.push({ type: message.type, options });
      return Promise.resolve(replies.shift()!);
    },
  };
  return {
    requests,
    client: new OwnerClient(requester, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
  };
}

describe('a command', () => {
  it("a command returns the owner's bytes", async () => {
    const { requests, client } = owner(answer('{"a":1}'));
    expect(await client.command(command, context, lookup)).toEqual(Buffer.from('{"a":1}'));
    const messageId = expect.stringMatching(/^msg_/);
    const options = { ...trace, deadlineMs: 35_000, accountVersion: 7, messageId };
    expect(requests).toEqual([{ type: 'payment.cancel', options }]);
  });

  it('a command has the message id of its idempotency key, the query that checks it does not', async () => {
    const { requests, client } = owner(refuse('settings_outdated'), silent, answer('{}'));
    const claim = new Claim({ merchantId: 'acme', route: 'POST /x', key: 'k' }, 'c1', () =>
      Promise.reject(new Error('unused')),
    );
    await client.command(command, { ...context, trace: { ...trace, claim } }, lookup);
    const id = 'msg_c1.payment.cancel';
    expect(requests.map(({ options: { messageId, checkOf } }) => [messageId, checkOf])).toEqual([
      [id, undefined],
      [id, undefined],
      [undefined, id],
    ]);
    expect(claim.hasSent).toBe(true);
  });

  it("a command returns the owner's refusal", async () => {
    const { client } = owner(refuse('payment_not_found'));
    expect(await client.command(command, context, lookup)).toEqual(refuse('payment_not_found'));
  });

  it("a command is repeated while the owner's settings are older, up to a limit", async () => {
    const outdated = refuse('settings_outdated');
    const late = owner(outdated, outdated, answer('{}'));
    expect(await late.client.command(command, context, lookup)).toEqual(Buffer.from('{}'));
    const never = owner(...Array.from({ length: 20 }, () => outdated));
    expect(await never.client.command(command, context, lookup)).toEqual(lookup.ifNoReply);
    expect([late.requests.length, never.requests.length]).toEqual([3, 18]);
  });

  it.each([
    ['came too late', [refuse('not_begun_in_time')]],
    ['carried newer settings than its owner had', Array.from({ length: 9 }, () => refuse('settings_outdated'))],
    ['found no room when the gateway repeated it', [refuse('settings_outdated'), refuse('overloaded')]],
  ])('a command that %s may have run, and returns its outcome', async (_what, refusals) => {
    const { requests, client } = owner(...refusals, answer('{"status":"processing"}'));
    expect(await client.command(command, context, lookup)).toEqual(Buffer.from('{"status":"processing"}'));
    expect(requests.at(-1)).toMatchObject({
      type: 'payment.check',
      options: { checkOf: requests[0]!.options.messageId },
    });
  });

  it('an overload refusal causes no query', async () => {
    const { requests, client } = owner(refuse('overloaded'));
    expect(await client.command(command, context, lookup)).toEqual(refuse('overloaded'));
    expect(requests).toHaveLength(1);
  });

  it('the query of an outcome carries no settings version', async () => {
    const { requests, client } = owner(silent, answer('{}'));
    await client.command(command, context, lookup);
    expect(requests.map(({ options }) => options.accountVersion)).toEqual([7, undefined]);
  });

  it('a command without a reply returns the state of its object', async () => {
    const { requests, client } = owner(silent, answer('{"status":"processing"}'));
    expect(await client.command(command, context, lookup)).toEqual(Buffer.from('{"status":"processing"}'));
    expect(requests.map(({ type, options }) => [type, options.deadlineMs])).toEqual([
      ['payment.cancel', 35_000],
      ['payment.check', 5_000],
    ]);
    expect(requests[1]!.options.checkOf).toBe(requests[0]!.options.messageId);
  });

  it('a command without a reply whose object does not exist did nothing and never will', async () => {
    const { client } = owner(silent, refuse('payment_not_found'));
    expect(await client.command(command, context, lookup)).toEqual(refuse('not_begun_in_time'));
  });

  it.each([refuse('not_begun_in_time'), refuse('payment_exists')])(
    'a command without a reply returns its refusal: $code',
    async (ending) => {
      const { client } = owner(silent, ending);
      expect(await client.command(command, context, lookup)).toEqual(ending);
    },
  );

  it('a command without a reply to the query either returns the id of its object', async () => {
    const { client } = owner(silent, silent);
    expect(await client.command(command, context, lookup)).toEqual(unanswered);
  });
});

it('a query without a reply is refused with no_reply', async () => {
  const { requests, client } = owner(silent);
  expect(await client.query(query, { trace, timeout: 'noProcessorCallMs' })).toEqual(refuse('no_reply'));
  expect(requests[0]?.options).toEqual({ ...trace, deadlineMs: 5_000 });
});

it('a client that stops waiting still returns the outcome of a command', async () => {
  const never = new Promise<Reply>(() => undefined);
  const answers = [never, Promise.resolve(answer('{"status":"processing"}'))];
  const client = new OwnerClient(
    { request: () => answers.shift()! },
    { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 },
  );
  const answered = client.command(command, context, lookup);
  client.stopWaiting();
  expect(await answered).toEqual(Buffer.from('{"status":"processing"}'));
});
