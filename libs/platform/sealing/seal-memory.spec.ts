import { rotatingSeals } from '@payorch/harness';
import { SealMemory } from './seal-memory';
import { SealedColumn } from './sealed-column';

const place = { merchantId: 'acme', objectId: 'pay_1' };
const known = { text: '{"a":1}', sealed: 'd1.1.AAAA' };

describe('the memory of seals', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('has the text of a seal and the seal of a text, at their own place only', () => {
    const memory = new SealMemory();
    memory.remember('intents.body', place, known);
    expect(memory.textOf('intents.body', place, known.sealed)).toBe(known.text);
    expect(memory.sealOf('intents.body', place, known.text)).toBe(known.sealed);
    expect(memory.textOf('intents.body', place, 'd1.1.BBBB')).toBeUndefined();
    expect(memory.sealOf('intents.body', place, '{"a":2}')).toBeUndefined();
    for (const [column, other] of [
      ['attempts.body', place],
      ['intents.body', { ...place, merchantId: 'acme_2' }],
      ['intents.body', { ...place, objectId: 'pay_2' }],
    ] as const)
      expect([memory.textOf(column, other, known.sealed), memory.sealOf(column, other, known.text)]).toEqual([
        undefined,
        undefined,
      ]);
  });

  it('forgets everything after ten seconds', () => {
    const memory = new SealMemory();
    for (const objectId of ['pay_1', 'pay_2']) memory.remember('intents.body', { ...place, objectId }, known);
    jest.advanceTimersByTime(10_000);
    expect(memory.textOf('intents.body', place, known.sealed)).toBeUndefined();
    memory.remember('intents.body', place, known);
    expect(memory.textOf('intents.body', place, known.sealed)).toBe(known.text);
    jest.advanceTimersByTime(10_000);
    expect(memory.textOf('intents.body', place, known.sealed)).toBeUndefined();
  });

  it('does not grow beyond its bound', () => {
    const memory = new SealMemory();
    const places = Array.from({ length: 10_000 }, (_, index) => ({ ...place, objectId: `pay_${index}` }));
    for (const one of places) memory.remember('intents.body', one, known);
    const left = places.filter((one) => memory.textOf('intents.body', one, known.sealed) !== undefined);
    expect(left.length).toBeLessThanOrEqual(4_000);
    expect(left.at(-1)).toBe(places.at(-1));
  });
});

describe('a row that is written again', () => {
  const column = new SealedColumn('intents.body', ['customer']);
  const { seals, source } = rotatingSeals();
  const write = (customer: object) => (column.write(seals, { customer }, place) as { sealed: string }).sealed;

  it('keeps its seal while its personal fields and the key are the same', () => {
    const [first, again, other] = [write({ name: 'Jo' }), write({ name: 'Jo' }), write({ name: 'Ada' })];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    source.rotate('acme');
    expect(write({ name: 'Ada' })).toMatch(/^d1\.2\./);
  });
});
