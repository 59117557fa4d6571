import { rotatingSeals } from '@payorch/harness';
import { SealedColumn, SealedText } from './sealed-column';

const place = { merchantId: 'acme', objectId: 'pay_1' };
const column = new SealedColumn('intents.body', ['customer', 'details.note', 'absent']);
const value = { customer: { email: 'jo@acme.example' }, details: { note: 'n', open: 1 }, captureMethod: 'manual' };

describe('a value of before a rotation', () => {
  it('is sealed again as it is: open fields, and personal fields that were absent, do not change', () => {
    const { seals, source } = rotatingSeals();
    const stored = column.write(seals, value, place) as { sealed: string };
    expect(column.resealed(seals, stored, place)).toBeUndefined();
    source.rotate('acme');
    const again = column.resealed(seals, stored, place) as { sealed: string };
    expect(again.sealed).toMatch(/^d1\.2\./);
    expect({ ...again, sealed: '' }).toEqual({ ...stored, sealed: '' });
    expect(column.read(seals, again, place)).toEqual(column.read(seals, stored, place));
    expect(column.resealed(seals, again, place)).toBeUndefined();
    source.retire('acme', 1);
    expect(column.read(seals, again, place)).toMatchObject({ customer: value.customer });
    seals.memory.clear();
    expect(() => column.read(seals, stored, place)).toThrow('unknown_key');
  });

  it('is sealed where it was plain, and left where it has nothing personal', () => {
    const { seals } = rotatingSeals();
    const sealed = column.resealed(seals, value, place)!;
    expect(JSON.stringify(sealed)).not.toContain('jo@acme.example');
    expect(column.read(seals, sealed, place)).toMatchObject(value);
    expect(column.resealed(seals, { captureMethod: 'manual', customer: null }, place)).toBeUndefined();
  });

  it('is a text of its own', () => {
    const { seals, source } = rotatingSeals();
    const text = new SealedText('events.body');
    const first = text.resealed(seals, '{"a":1}', place)!;
    expect(first).toMatch(/^d1\.1\./);
    expect(text.resealed(seals, first, place)).toBeUndefined();
    source.rotate('acme');
    expect(text.read(seals, text.resealed(seals, first, place)!, place)).toBe('{"a":1}');
  });

  it('under a key that another process already knows is left alone', () => {
    const { source, seals } = rotatingSeals();
    const stored = column.write(seals, value, place) as { sealed: string };
    source.rotate('acme');
    expect(seals.isCurrent(stored.sealed, 'acme')).toBe(false);
    expect(seals.isCurrent(stored.sealed.replace('d1.1.', 'd1.7.'), 'acme')).toBe(true);
    expect(seals.isCurrent('d1.x.1', 'acme')).toBe(false);
    expect(seals.isCurrent('{"a":"d1.7."}', 'acme')).toBe(false);
  });
});
