import { attemptIdOf, keyOf, newEventId, newId, newPaymentId, randomText, referenceIdPattern } from './ids';

describe('ids', () => {
  it('ids have the form of the interface', () => {
    expect(newPaymentId()).toMatch(/^pay_[0-9A-Za-z]{20}$/);
    expect(newId('mca')).toMatch(/^mca_[0-9A-Za-z]{20}$/);
    expect(attemptIdOf('pay_x' as never, 2)).toBe('pay_x_2');
    expect(keyOf('m' as never, 'pay_x')).toBe('m/pay_x');
  });

  it('event ids are UUIDs of version 7 without dashes, in the order of time', () => {
    const [earlier, later] = [newEventId(new Date(1_700_000_000_000)), newEventId(new Date(1_700_000_000_001))];
    expect(earlier).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(earlier < later).toBe(true);
  });

  it('random ids favour no letter', () => {
    const counts = new Map<string, number>();
    for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 expected of each; five standard deviations are about 160.
    expect([...counts.values()].every((count) => count > 800 && count < 1200)).toBe(true);
  });

  it('random ids do not repeat', () => {
    expect(new Set(Array.from({ length: 10_000 }, newPaymentId)).size).toBe(10_000);
  });

  it.each(['a', 'order-1', 'A_b-9', 'x'.repeat(64)])('a caller may choose the id %s', (id) =>
    expect(id).toMatch(referenceIdPattern),
  );
  it.each(['', 'a b', 'ä', 'a/b', "a'b", 'x'.repeat(65)])('a caller may not choose the id %p', (id) =>
    expect(id).not.toMatch(referenceIdPattern),
  );
});
