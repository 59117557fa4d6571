import fc from 'fast-check';
import type { DeadLetter } from './dead-letter';
import { type Action, handledUpTo, isOpen, newAction, rememberedForMs, replayPlan, stateOf } from './plan';

const now = new Date('2026-11-20T00:00:00.000Z');
const letter = (offset: number, changes: Partial<DeadLetter> = {}): DeadLetter => ({
  offset: String(offset),
  at: new Date(now.getTime() - 86_400_000 + offset),
  topic: 'payments.commands',
  origin: '0/0',
  key: 'm/a',
  shownKey: 'm/a',
  type: 'payment.capture',
  messageId: `msg_${offset}`,
  cause: 'InvariantError: thirteen',
  deadline: null,
  sizeBytes: 2,
  isSealed: false,
  ...changes,
});
const context = { now, topics: new Set(['payments.commands', 'webhooks.requests']), isCertain: false };
const acted = (one: DeadLetter, state: Action['state'], at = now): [string, Action] => [
  one.offset,
  { ...newAction(one, new Map(), { by: 'ada', reason: null }, at), state },
];
const skippedOf = (plan: ReturnType<typeof replayPlan>) => Object.fromEntries(plan.skipped);

describe('replayPlan', () => {
  it('the selected open dead letters are replayed, the oldest first', () => {
    const letters = [letter(1), letter(2, { key: 'm/b', cause: 'Fault: late' }), letter(3)];
    expect(replayPlan(letters, new Map(), {}, context).replay).toEqual(['1', '2', '3']);
    expect(replayPlan(letters, new Map(), { cause: 'THIRTEEN' }, context).replay).toEqual(['1', '3']);
    expect(replayPlan(letters, new Map(), { key: 'm/b' }, context).replay).toEqual(['2']);
    expect(replayPlan(letters, new Map(), { topic: 'webhooks.requests' }, context).replay).toEqual([]);
    expect(replayPlan(letters, new Map(), { since: letters[2]!.at, key: 'm/b' }, context).replay).toEqual([]);
  });

  it('replayed and dropped ones are done; one whose replay did not end is replayed again', () => {
    const letters = [letter(1), letter(2), letter(3)];
    const actions = new Map([
      acted(letters[0]!, 'replayed'),
      acted(letters[1]!, 'dropped'),
      acted(letters[2]!, 'replaying'),
    ]);
    expect(replayPlan(letters, actions, {}, context)).toEqual({ replay: ['3'], skipped: new Map() });
  });

  it('an action on another message, which had this offset before the topic was made anew, does not count', () => {
    const [before, after] = [letter(1), letter(1, { at: now })];
    const actions = new Map([acted(before, 'dropped')]);
    expect([stateOf(before, actions), stateOf(after, actions)]).toEqual(['dropped', 'open']);
  });

  it('a message does not overtake an older one of its key that stays', () => {
    const letters = [letter(1, { cause: 'other' }), letter(2), letter(3, { key: 'm/b' }), letter(4, { key: null })];
    const plan = replayPlan(letters, new Map(), { cause: 'thirteen' }, context);
    expect(plan.replay).toEqual(['3', '4']);
    expect(skippedOf(plan)).toEqual({ 2: 'behind' });
  });

  it('a command past its deadline is left, and nothing waits for it', () => {
    const letters = [letter(1, { deadline: new Date(0) }), letter(2)];
    const plan = replayPlan(letters, new Map(), {}, context);
    expect([plan.replay, skippedOf(plan)]).toEqual([['2'], { 1: 'expired' }]);
  });

  it('a message whose topic is gone is left', () => {
    const letters = [letter(1, { topic: 'connector.commands.gone' }), letter(2, { topic: null })];
    expect(skippedOf(replayPlan(letters, new Map(), {}, context))).toEqual({ 1: 'no_topic', 2: 'no_topic' });
  });

  it('what an interrupted replay may have sent is left once services may have forgotten it, unless the operator knows', () => {
    const one = letter(1);
    const begun = new Date(now.getTime() - rememberedForMs - 1);
    const actions = new Map([acted(one, 'replaying', begun)]);
    expect(skippedOf(replayPlan([one], actions, {}, context))).toEqual({ 1: 'uncertain' });
    expect(replayPlan([one], actions, {}, { ...context, isCertain: true }).replay).toEqual(['1']);
  });

  it('a replay that goes on keeps the time at which it first began', () => {
    const one = letter(1);
    const first = new Date(now.getTime() - 1_000);
    const actions = new Map([acted(one, 'replaying', first)]);
    expect(newAction(one, actions, { by: 'bo', reason: null }, now).at).toBe(first.toISOString());
  });

  it('whatever is selected, the messages of one key keep their order over several replays', () => {
    const some = fc.array(
      fc.record({
        key: fc.constantFrom('m/a', 'm/b'),
        cause: fc.constantFrom('one', 'two', 'three'),
        isExpired: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    const selections = fc.array(fc.record({ cause: fc.constantFrom('one', 'two', 'three', 't') }), { maxLength: 6 });
    fc.assert(
      fc.property(some, selections, (facts, chosen) => {
        const letters = facts.map(({ isExpired, ...one }, n) =>
          letter(n, { ...one, deadline: isExpired ? new Date(0) : null }),
        );
        const actions = new Map<string, Action>();
        const sent: string[] = [];
        for (const selection of [...chosen, {}]) {
          const { replay } = replayPlan(letters, actions, selection, context);
          sent.push(...replay);
          for (const offset of replay) actions.set(...acted(letters[Number(offset)]!, 'replayed'));
        }
        for (const key of ['m/a', 'm/b']) {
          const ofKey = letters.filter((one) => one.key === key && one.deadline === null).map(({ offset }) => offset);
          expect(sent.filter((offset) => letters[Number(offset)]!.key === key)).toEqual(ofKey);
        }
      }),
    );
  });
});

describe('handledUpTo', () => {
  it('records before the oldest open one may be deleted, and no open one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('open', 'replaying', 'replayed', 'dropped'), { maxLength: 8 }), (states) => {
        const letters = states.map((_, n) => letter(n));
        const actions = new Map(
          states.flatMap((state, n) => (state === 'open' ? [] : [acted(letters[n]!, state as Action['state'])])),
        );
        const end = handledUpTo(letters, actions);
        const kept = letters.filter(({ offset }) => end === null || BigInt(offset) >= BigInt(end));
        const open = letters.filter((one) => isOpen(one, actions));
        expect(kept.filter((one) => isOpen(one, actions))).toEqual(open);
        expect(kept[0]).toEqual(open[0]);
      }),
    );
  });
});
