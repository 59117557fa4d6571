import { money } from '@payorch/kernel';
import { shownTotalIn } from './shown-total';

it.each([
  ['EUR 65.40', money(6540n, 'EUR')],
  ['JPY 6540', money(6540n, 'JPY')],
  ['KWD 6.540', money(6540n, 'KWD')],
  ['EUR 0', money(0n, 'EUR')],
])('%s is a total', (text, total) => expect(shownTotalIn(text)).toEqual(total));

it('a request without the header has none', () => expect(shownTotalIn(undefined)).toBeUndefined());

it.each(['', '65.40', 'EUR', 'EUR 65,40', 'EUR 65.401', 'eur 65.40', 'XXX 1', 'EUR -1', 'EUR 1 2', ' EUR 1'])(
  '%j is refused by the name of the header',
  (text) => expect(shownTotalIn(text)).toMatchObject({ code: 'invalid_format', details: { field: 'x-shown-total' } }),
);
