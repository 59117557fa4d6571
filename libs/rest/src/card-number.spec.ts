import { cardNumberFault, withoutBlanks } from './card-number';

describe('cardNumberFault', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', '378282246310005', '38000000000006', '4000003800000446'])(
    'the card number %s is accepted',
    (number) => expect(cardNumberFault(number)).toBeUndefined(),
  );

  it.each([
    ['4242424242424241', 'card number invalid'],
    ['4242424', 'invalid card number length'],
    ['42424242424242424242', 'invalid card number length'],
    ['', 'invalid card number length'],
    ['   ', 'invalid card number length'],
    ['4242-4242-4242-4242', 'invalid character found in card number'],
    ['4242x', 'invalid character found in card number'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'invalid character found in card number'],
    ['4242424242424242\n', 'invalid character found in card number'],
  ])('the card number %j is refused: %s', (number, fault) => expect(cardNumberFault(number)).toBe(fault));

  it('withoutBlanks removes spaces only', () => expect(withoutBlanks(' 4242 42\t42 ')).toBe('424242\t42'));
});
