import { CurrentRates } from './current-rates';
import { forexRatesText } from '../forex-rates/domain/forex-rates';

const quotedAt = new Date('2026-01-05T10:00:00.000Z');
const timestamp = quotedAt.getTime() / 1_000;
const rates = forexRatesText.parse(JSON.stringify({ base_currency: 'USD', timestamp, rates: { EUR: '0.8' } }));
const after = (ms: number): Date => new Date(quotedAt.getTime() + ms);

it('rates are served until they are too old', () => {
  const current = new CurrentRates({ rates, maxAgeMs: 1_000 });
  expect([current.at(after(1_000)), current.at(after(1_001))]).toEqual([rates, undefined]);
});

it('new rates replace the others, and none are served without a file', () => {
  const current = new CurrentRates({ rates: null, maxAgeMs: 1_000 });
  expect(current.at(quotedAt)).toBeUndefined();
  current.replace(rates);
  expect(current.at(quotedAt)).toBe(rates);
});
