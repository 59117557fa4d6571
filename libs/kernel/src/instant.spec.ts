import fc from 'fast-check';
import { utcInstant, utcText } from './instant';

/** What Postgres reads as a timestamptz: a year of four digits from 1 on, in UTC. */
const storable = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const digits = (length: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));

const offset = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(fc.constantFrom('+', '-'), digits(2), digits(2))
    .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);
const isoLike = fc
  .tuple(
    digits(4),
    digits(2),
    digits(2),
    digits(2),
    digits(2),
    digits(2),
    fc.constantFrom('', '.5', '.123456789'),
    offset,
  )
  .map(
    ([year, month, day, hour, minute, second, rest, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${rest}${zone}`,
  );

it.each([
  ['0239-01-18T19:38:17-18:07', '0239-01-19T13:45:17.000Z'],
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.123456789+02:00', '2026-01-31T10:00:00.123Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (text, utc) => expect(utcInstant(text)).toBe(utc));

it.each([
  '0001-01-01T00:00:00+00:01',
  '0000-06-01T00:00:00Z',
  '9999-12-31T23:59:59-00:01',
  '2026-02-30T00:00:00Z',
  '2026-01-31T12:00:00',
  '2026-01-31',
  '2026-01-31T12:00:00+24:00',
  '2026-01-31T12:60:00Z',
  '+012026-01-31T12:00:00Z',
  '',
])('%p is no time that can be stored', (text) => expect(utcInstant(text)).toBeUndefined());

it('every accepted text is a UTC time that can be stored, and stays the same when it is read again', () =>
  fc.assert(
    fc.property(fc.oneof(isoLike, fc.string()), (text) => {
      const utc = utcInstant(text);
      if (utc === undefined) return;
      expect(utc).toMatch(storable);
      expect(Date.parse(utc)).toBe(Date.parse(text));
      expect(utcInstant(utc)).toBe(utc);
    }),
    { numRuns: 2000 },
  ));

it('every time in milliseconds has a text that can be stored', () =>
  fc.assert(fc.property(fc.double({ noNaN: true }), (time) => expect(utcText(time)).toMatch(storable))));
