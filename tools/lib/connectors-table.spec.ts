import { catalogue } from '@payorch/connectors/catalogue';
import { connectorsTable } from './connectors-table';

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

const row = (text: string, what: string): readonly string[] => rowsOf(text).find(([first]) => first === what) ?? [];

it('a real processor has a column of its own, and the test processors share one', () =>
  expect(rowsOf(connectorsTable())[0]).toEqual(['', '`stripe`', 'the 7 test processors']));

it('a capability of some test processors names them', () => {
  const text = connectorsTable();
  expect(row(text, 'network tokens')).toEqual(['network tokens', '–', '`adyen_test`']);
  expect(row(text, 'refunds')).toEqual(['refunds', 'yes', 'yes']);
});

it('the table follows the definitions', () => {
  const { stripe } = catalogue;
  const cards = stripe.capabilities.filter((one) => one.paymentMethod === 'card');
  const text = connectorsTable({
    stripe: { ...stripe, capabilities: cards.map((one) => ({ ...one, refunds: false })) },
  });
  expect(row(text, 'refunds')[1]).toBe('–');
  expect(row(text, '`card`')[1]).toBe('2 types');
  expect(row(text, '`wallet`')).toEqual([]);
});
