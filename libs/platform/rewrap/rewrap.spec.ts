import type { MessageDefinition, RewrappedSeal, SealToRewrap } from '@payorch/contracts';
import { cardsRewrapped, nameOf } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { newX25519Jwk, parsePublicKeys, seal, type SealHeader } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { inMessages, RewrapJob } from './rewrap-job';
import { digestOf, maySucceed, newSealsIn } from './rewrapped';
import { RotationTransport } from './rotation-transport';
import type { RewrapWalk } from './rewrap-walk';

const merchantId = 'm_1' as MerchantId;
const [older, newer] = ['older', 'newer'].map((kid) => parsePublicKeys([newX25519Jwk(kid)])[0]!);
const card: SealHeader = { reference: 'card_1', merchantId, purpose: 'card_number' };
const sealed = (publicKey = older!, header = card): string => seal('4242424242424242', { publicKey, header });
const position = { place: 'attempts.card', merchantId, objectId: 'pay_1_1' };

describe('a new seal', () => {
  const stored = sealed();
  const takes = (fresh: string, now: string | null = stored, was = digestOf(stored)) =>
    maySucceed(now, { ...position, was, sealed: fresh }, 'newer');

  it('a new seal replaces the seal that was sent, while that is still stored', () => {
    expect(takes(sealed(newer))).toBe(true);
    expect(takes(sealed(newer), sealed())).toBe(false);
    expect(takes(sealed(newer), null)).toBe(false);
    expect(takes(sealed(newer), stored, digestOf('another'))).toBe(false);
  });

  it.each([
    ['is for an older key', sealed(older)],
    ['is of another card', sealed(newer, { ...card, reference: 'card_2' })],
    ['is of another merchant', sealed(newer, { ...card, merchantId: 'm_2' })],
    ['is for another purpose', sealed(newer, { ...card, purpose: 'payment_method_data' })],
    ['is no seal', '4242424242424242'],
  ])('a new seal does not replace the stored one if it %s', (_, fresh) => expect(takes(fresh)).toBe(false));
});

describe('seals on their way to workers', () => {
  const seals = (count: number, length: number): SealToRewrap[] =>
    Array.from({ length: count }, (_, at) => ({
      ...position,
      objectId: String(at),
      reference: 'card_1',
      purpose: 'card_number',
      sealed: 's'.repeat(length),
    }));

  it.each([
    [0, 600, []],
    [20, 600, [20]],
    [45, 600, [20, 20, 5]],
    [5, 100_000, [2, 2, 1]],
    [2, 900_000, [1, 1]],
  ])('%i seals of %i characters are sent in messages of %j', (count, length, expected) => {
    const parts = inMessages(seals(count, length));
    expect(parts.map((part) => part.length)).toEqual(expected);
    expect(parts.flat()).toEqual(seals(count, length));
  });
});

describe('the rewrap job of an owner', () => {
  const answers: RewrappedSeal[] = [
    { ...position, was: 'd1', outcome: { kind: 'sealed', sealed: 'new' } },
    { ...position, objectId: 'pay_2_1', was: 'd2', outcome: { kind: 'failed', fault: 'tampered' } },
  ];
  const job = (kids: readonly string[]) => {
    const walk = { step: jest.fn(), note: jest.fn().mockResolvedValue([]) };
    const put = jest.fn();
    const options = { pageEveryMs: 1, everyMs: 1, logger: silentLogger, put, kids: () => kids };
    const made = new RewrapJob({
      ...options,
      owner: 'payments',
      walk: walk as unknown as RewrapWalk,
      transact: (_, work) => work({ query: jest.fn(), repository: jest.fn() }),
      producer: { send: jest.fn() },
      metrics: { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() },
    });
    return { walk, put, made };
  };

  it('the job sends no query while one key is known', async () => {
    const { walk, made } = job(['only']);
    expect(await made.turn()).toBe(false);
    expect(walk.step).not.toHaveBeenCalled();
  });

  it('the job stores new seals and records those that no worker could open', async () => {
    const { walk, put, made } = job(['newer', 'older']);
    await made.take(answers);
    expect(put).toHaveBeenCalledWith(newSealsIn(answers), 'newer');
    expect(newSealsIn(answers)).toEqual([{ ...position, was: 'd1', sealed: 'new' }]);
    const [, failed] = walk.note.mock.calls[0] as [unknown, object];
    expect(failed).toEqual([{ ...position, objectId: 'pay_2_1', digest: 'd2', fault: 'tampered' }]);
  });
});

it('a consumer exists while a list contains several keys', async () => {
  let isTurning = false;
  const made: { start: jest.Mock; close: jest.Mock; on: jest.Mock; addHandler: jest.Mock }[] = [];
  const open = () => {
    const one = {
      start: jest.fn().mockResolvedValue(undefined),
      close: jest.fn().mockResolvedValue(undefined),
      on: jest.fn(),
      addHandler: jest.fn(),
    };
    made.push(one);
    return one;
  };
  const topics = [cardsRewrapped.topic];
  const broker = { kafka: { consumer: jest.fn() }, log: silentLogger, producer: { send: jest.fn() } };
  const options = { ...broker, groupId: 'group', topics, isTurning: () => isTurning, everyMs: 1 };
  const consumer = new RotationTransport(options, open);
  const handler = jest.fn();
  const extras = { messages: [cardsRewrapped as MessageDefinition] };
  consumer.addHandler(nameOf(cardsRewrapped), handler, false, extras);
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const listening = jest.fn();
  consumer.listen(listening);
  expect(listening).toHaveBeenCalledWith();
  expect(made).toEqual([]);
  isTurning = true;
  await until(() => made[0]?.start.mock.calls.length === 1);
  expect(made[0]!.addHandler).toHaveBeenCalledWith(nameOf(cardsRewrapped), handler, false, extras);
  isTurning = false;
  await until(() => made[0]?.close.mock.calls.length === 1);
  isTurning = true;
  await until(() => made[1]?.start.mock.calls.length === 1);
  await consumer.close();
  expect(made.map(({ close }) => close.mock.calls.length)).toEqual([1, 1]);
});
