import { isRefusal } from '@payorch/contracts';
import { readParameters } from './read-parameters';

const number = (value: unknown) => ({ type: 'number', value });
const variant = (value: unknown) => ({ type: 'enum_variant', value });
const text = (value: unknown) => ({ type: 'str_value', value });
const metadata = (value: unknown) => ({ type: 'metadata_variant', value });

it('every kind of value is read by its key', () => {
  expect(
    readParameters({
      amount: number(100),
      payment_method: variant('card'),
      card_bin: text('424242'),
      billing_country: variant('Germany'),
      wallet: null,
      metadata: metadata({ key: 'tier', value: 'gold' }),
    }),
  ).toEqual({
    values: { amount: 100, payment_method: 'card', card_bin: '424242', billing_country: 'Germany' },
    metadata: { tier: 'gold' },
  });
});

it('nothing is a payment of which nothing is known', () => expect(readParameters({})).toEqual({ values: {} }));

it.each([
  [{ nothing: number(1) }, 'parameters.nothing', 'a key of the rule language'],
  [JSON.parse('{"__proto__": {"type": "number", "value": 1}}'), 'parameters.__proto__', 'a key of the rule language'],
  [{ amount: 100 }, 'parameters.amount', 'an object with type and value'],
  [{ amount: variant('card') }, 'parameters.amount', 'a value of the type number'],
  [{ amount: number(-1) }, 'parameters.amount', 'an integer from 0 to 9007199254740991'],
  [{ amount: number(2 ** 53) }, 'parameters.amount', 'an integer from 0 to 9007199254740991'],
  [{ amount: number(1.5) }, 'parameters.amount', 'an integer from 0 to 9007199254740991'],
  [{ payment_method: variant('cash') }, 'parameters.payment_method', 'a value of the key'],
  [{ payment_method: text('card') }, 'parameters.payment_method', 'a value of the type enum_variant'],
  [{ card_bin: text(424242) }, 'parameters.card_bin', 'a text of at most 500 characters'],
  [{ card_bin: text('4'.repeat(501)) }, 'parameters.card_bin', 'a text of at most 500 characters'],
  [{ metadata: metadata('gold') }, 'parameters.metadata', 'a metadata_variant with key and value'],
  [{ metadata: text('gold') }, 'parameters.metadata', 'a metadata_variant with key and value'],
])('%j is refused', (parameters, field, allowed) =>
  expect(readParameters(parameters as Record<string, unknown>)).toMatchObject({
    kind: 'refused',
    code: 'value_not_allowed',
    details: { field, allowed },
  }),
);

it('everything that is wrong is named at once', () => {
  const refused = readParameters({
    amount: number(-1),
    nothing: number(1),
    payment_method: variant('card'),
    wallet: 7,
  });
  const all = isRefusal(refused) ? [refused, ...(refused.others ?? [])] : [];
  expect(all.map(({ details }) => details['field'])).toEqual([
    'parameters.amount',
    'parameters.nothing',
    'parameters.wallet',
  ]);
});
