import { type Refusal, refuse } from './errors';
import { firstRefusal, joinRefusals, withOthers } from './first-refusal';

const wrong = (field: string): Refusal => refuse('invalid_value', { field });
const is = (name: string) => (fields: readonly string[]) => (fields.includes(name) ? wrong(name) : undefined);

describe('firstRefusal', () => {
  it.each<[string[], Refusal | undefined]>([
    [[], undefined],
    [['b'], wrong('b')],
    [['c', 'a'], { ...wrong('a'), others: [wrong('c')] }],
    [['c', 'b', 'a'], { ...wrong('a'), others: [wrong('b'), wrong('c')] }],
  ])('of %j: the first check decides, the later ones are listed', (fields, expected) =>
    expect(firstRefusal([is('a'), is('b'), is('c')], fields)).toEqual(expected),
  );

  it('runs no check twice', () => {
    const check = jest.fn(() => wrong('a'));
    firstRefusal([() => undefined, check, check]);
    expect(check).toHaveBeenCalledTimes(2);
  });
});

it('lists within lists become one list', () => {
  const nested = { ...wrong('b'), others: [wrong('c')] };
  expect(withOthers(nested, [wrong('d')])).toEqual({ ...wrong('b'), others: [wrong('c'), wrong('d')] });
  expect(joinRefusals([wrong('a'), nested])).toEqual({ ...wrong('a'), others: [wrong('b'), wrong('c')] });
  expect(joinRefusals([undefined, nested, undefined])).toEqual(nested);
  expect(joinRefusals([])).toBeUndefined();
});
