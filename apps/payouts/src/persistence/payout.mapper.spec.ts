import { columnsOf } from '@payorch/platform/postgres';
import { testSeals } from '@payorch/harness';
import { inState, storedStates } from '../../test/builders';
import { payoutFromRow, payoutToRow } from './payout.mapper';
import { PayoutRow } from './payout.rows';

const seals = testSeals();
const rowOf = (state: (typeof storedStates)[number]) => payoutToRow(seals, inState(state));

it('a row has a value for each column of its entity, and no other', () =>
  expect(Object.keys(rowOf('success')).sort()).toEqual([...columnsOf<object>(PayoutRow).names].sort()));

it.each(storedStates.map((state) => [state]))('a payout in %s is the same after its row', (state) => {
  const payout = inState(state);
  const row = JSON.parse(JSON.stringify(payoutToRow(seals, payout)));
  expect(payoutFromRow(seals, row)).toEqual(payout);
});

it('no personal text of a payout is in the open', () => {
  const text = JSON.stringify(rowOf('initiated').body);
  for (const personal of ['Ada', 'ada@example.com', 'Utrecht', 'NL46', 'Winnings', 'spring', '_secret_'])
    expect(text).not.toContain(personal);
});
