import { outgoing, paymentCancel, paymentGet, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { AskOptions, Reply, Silent } from '@payorch/platform/kafka';
import { AskOwner } from './ask-owner';

const ids = { merchantId: 'acme' as MerchantId, paymentId: 'pay_1' as PaymentId };
const command = outgoing(paymentCancel, { ...ids, cancellationReason: null });
const lookup = outgoing(paymentGet, {
  ...ids,
  caller: { kind: 'merchant' },
  expandAttempts: false,
  expandCaptures: false,
});
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const question = { trace, accountVersion: 7, patience: 'slowMs' } as const;

const answer = (text: string): Reply => ({ kind: 'answer', body: Buffer.from(text) });
const silent: Silent = { kind: 'silent' };

/** Answers in this order; keeps what it was asked. */
function owner(...replies: (Reply | Silent)[]) {
  const asked: { type: string; options: AskOptions }[] = [];
  const requester = {
    ask: ({ message }: { message: { type: string } }, options: AskOptions) => {
      asked.push({ type: message.type, options });
      return Promise.resolve(replies.shift()!);
    },
  };
  return { asked, ask: new AskOwner(requester, { slowMs: 35_000, quickMs: 5_000 }) };
}

describe('a command', () => {
  it('is answered with the bytes of its owner', async () => {
    const { asked, ask } = owner(answer('{"a":1}'));
    expect(await ask.command(command, question, lookup)).toEqual(Buffer.from('{"a":1}'));
    expect(asked).toEqual([{ type: 'payment.cancel', options: { ...trace, deadlineMs: 35_000, accountVersion: 7 } }]);
  });

  it('is answered with the refusal of its owner', async () => {
    const { ask } = owner(refuse('payment_not_found'));
    expect(await ask.command(command, question, lookup)).toEqual(refuse('payment_not_found'));
  });

  it('that nobody answered is answered with the state of its object', async () => {
    const { asked, ask } = owner(silent, answer('{"status":"processing"}'));
    expect(await ask.command(command, question, lookup)).toEqual(Buffer.from('{"status":"processing"}'));
    expect(asked.map(({ type, options }) => [type, options.deadlineMs])).toEqual([
      ['payment.cancel', 35_000],
      ['payment.get', 5_000],
    ]);
  });

  it.each([['is not there', refuse('payment_not_found')] as const, ['is not told of either', silent] as const])(
    'that nobody answered is to come again where its object %s',
    async (_, second) => {
      const { ask } = owner(silent, second);
      expect(await ask.command(command, question, lookup)).toEqual(refuse('not_begun_in_time'));
    },
  );
});

it('a query that nobody answers is to come again', async () => {
  const { asked, ask } = owner(silent);
  expect(await ask.query(lookup, { trace, patience: 'quickMs' })).toEqual(refuse('not_begun_in_time'));
  expect(asked[0]?.options).toEqual({ ...trace, deadlineMs: 5_000 });
});

it('in a hurry waits for nobody, and still tells what became of a command', async () => {
  const never = new Promise<Reply>(() => undefined);
  const answers = [never, Promise.resolve(answer('{"status":"processing"}'))];
  const ask = new AskOwner({ ask: () => answers.shift()! }, { slowMs: 35_000, quickMs: 5_000 });
  const answered = ask.command(command, question, lookup);
  ask.hurry();
  expect(await answered).toEqual(Buffer.from('{"status":"processing"}'));
});
