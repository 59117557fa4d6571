import { metadataOf } from './metadata';

describe("Stripe's metadata", () => {
  it('holds the notes of the merchant below ours, each as text', () => {
    const notes = { seat: '4A', tickets: 2, gift: true, order_id: 'theirs' };
    expect(metadataOf(notes, { order_id: 'ours' })).toEqual({ seat: '4A', tickets: 2, gift: true, order_id: 'ours' });
    expect(metadataOf(null, {})).toEqual({});
  });

  it('lacks what Stripe would refuse a payment for', () => {
    const notes = { nested: { a: 1 }, none: null, 'a[b]': 'x', ['n'.repeat(41)]: 'x', long: 'x'.repeat(501) };
    expect(metadataOf(notes, {})).toEqual({});
    expect(metadataOf({ ['n'.repeat(40)]: 'x'.repeat(500) }, {})).toEqual({ ['n'.repeat(40)]: 'x'.repeat(500) });
  });

  it('holds fifty notes, ours first of all', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, 'x']));
    const kept = metadataOf(many, { order_id: 'o', operation_id: 'p' });
    expect(Object.keys(kept)).toHaveLength(50);
    expect(kept).toMatchObject({ order_id: 'o', operation_id: 'p' });
  });

  it.each(['capture_id', 'increment_id', 'operation_id'])('takes no note that would pass for ours: %s', (name) => {
    expect(metadataOf({ [name]: 'forged' }, {})).toEqual({});
  });
});
