import { refuse } from '@payorch/contracts';
import { issuerName, issuerView, normalName } from './card-issuer';

const wrong = refuse('value_not_allowed', { field: 'issuer_name', allowed: '1 to 255 characters' });

it.each([
  ['a name', 'Bank of Jersey', 'Bank of Jersey'],
  ['a name with blanks around it', ' Bank of Jersey ', 'Bank of Jersey'],
  ['an empty name', '', wrong],
  ['blanks', '  ', wrong],
  ['a name of 255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['a longer name', 'x'.repeat(256), wrong],
])('%s', (_, sent, expected) => expect(issuerName(sent)).toEqual(expected));

it('names are the same in any case and with any blanks', () =>
  expect(normalName(' BANK  of JERSEY')).toBe(normalName('Bank of Jersey')));

it('the view has the names of the interface', () =>
  expect(issuerView({ id: 'card_issuer_1', name: 'Bank' })).toEqual({ id: 'card_issuer_1', issuer_name: 'Bank' }));
