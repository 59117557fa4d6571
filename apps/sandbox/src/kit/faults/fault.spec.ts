import { faultCards } from './fault-cards';
import { faultNames, faultText, parseFault } from './fault';
import { magicAmounts } from './magic-amounts';

it.each([
  ['hang', { name: 'hang' }],
  ['slow:250', { name: 'slow', ms: 250 }],
  ['slow', { name: 'slow', ms: 1000 }],
  ['wrong_amount:kept', { name: 'wrong_amount', kept: true }],
  ['pending_then_settled:2000:failed', { name: 'pending_then_settled', ms: 2000, status: 'failed' }],
  ['pending_then_settled', { name: 'pending_then_settled', ms: 1000, status: 'succeeded' }],
  ['lookup_not_found_then_found:3', { name: 'lookup_not_found_then_found', lookups: 3 }],
])('the text %s is parsed as %j', (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});

it.each([
  '',
  'nothing',
  'toString',
  'slow:soon',
  'slow:-1',
  'slow:9999999999',
  'wrong_amount:lost',
  'pending_then_settled:1:voided',
])('the text %j is no fault', (text) => {
  expect(parseFault(text)).toBeUndefined();
});

it('every fault survives writing and parsing', () => {
  for (const name of faultNames) {
    const fault = parseFault(name)!;
    expect(parseFault(faultText(fault))).toEqual(fault);
  }
});

it('every fault of a card or an amount can be parsed', () => {
  const named = [...faultCards.values(), ...magicAmounts.values()];
  expect(named.filter((text) => !parseFault(text))).toEqual([]);
  expect(new Set(faultCards.values())).toEqual(new Set(magicAmounts.values()));
});
