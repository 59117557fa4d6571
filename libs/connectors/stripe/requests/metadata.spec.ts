import { metadataOf } from './metadata';

describe("Stripe's metadata", () => {
  it('our entries override the entries of the merchant', () => {
    const notes = { seat: '4A', tickets: 2, gift: true, order_id: 'theirs' };
    expect(metadataOf(notes, { order_id: 'ours' })).toEqual({ seat: '4A', tickets: 2, gift: true, order_id: 'ours' });
    expect(metadataOf(null, {})).toEqual({});
  });

  it('entries beyond the limits of Stripe are left out', () => {
    const notes = { nested: { a: 1 }, none: null, 'a[b]': 'x', ['n'.repeat(41)]: 'x', long: 'x'.repeat(501) };
    expect(metadataOf(notes, {})).toEqual({});
    expect(metadataOf({ ['n'.repeat(40)]: 'x'.repeat(500) }, {})).toEqual({ ['n'.repeat(40)]: 'x'.repeat(500) });
  });

  it('the metadata has at most fifty entries, and always ours', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, 'x']));
    const written = metadataOf(many, { order_id: 'o', operation_id: 'p' });
    expect(Object.keys(written)).toHaveLength(50);
    expect(written).toMatchObject({ order_id: 'o', operation_id: 'p' });
  });

  it.each(['capture_id', 'capture_op_1', 'increment_id', 'operation_id'])(
    'the merchant cannot set our entry %s',
    (name) => {
      expect(metadataOf({ [name]: 'forged' }, {})).toEqual({});
    },
  );
});
