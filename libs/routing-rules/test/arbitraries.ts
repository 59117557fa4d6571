import type { Json, JsonObject, RoutingFacts } from '@payorch/contracts';
import * as fc from 'fast-check';
import { limits } from '../src/program/limits';
import { aComparison } from './programs';

/** Few values of each key, so that comparisons of random programs often hold. */
const networks = ['Visa', 'JCB', 'Star', 'Maestro'];
const bins = ['424242', '555555', ''];
const metadataNames = ['segment', 'toString'];
const metadataValues = ['gold', 'silver'];

const equality = fc.constantFrom('equal', 'not_equal');
const comparisonTypes = fc.constantFrom(
  ...['equal', 'not_equal', 'less_than', 'less_than_equal', 'greater_than', 'greater_than_equal'],
);
const number = fc.nat(5);
const numberTest = fc.record({ comparisonType: comparisonTypes, number });
const items = <T extends Json>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength: 1, maxLength: 4 });

const compared = (
  lhs: string,
  comparison: fc.Arbitrary<string>,
  type: string,
  value: fc.Arbitrary<Json>,
): fc.Arbitrary<JsonObject> => fc.tuple(comparison, value).map(([how, what]) => aComparison(lhs, how, type, what));

/** Every type of value with every comparison that it takes. */
const comparison: fc.Arbitrary<JsonObject> = fc.oneof(
  compared('amount', comparisonTypes, 'number', number),
  compared('amount', equality, 'number_array', items(number)),
  compared('amount', equality, 'number_comparison_array', items(numberTest)),
  compared('card_network', equality, 'enum_variant', fc.constantFrom(...networks)),
  compared('card_network', equality, 'enum_variant_array', items(fc.constantFrom(...networks))),
  compared('currency', equality, 'enum_variant', fc.constantFrom('EUR', 'USD')),
  compared('country', equality, 'enum_variant', fc.constantFrom('Germany', 'France')),
  compared('card_bin', equality, 'str_value', fc.constantFrom(...bins)),
  compared(
    ...(['metadata', equality, 'metadata_variant'] as const),
    fc.record({ key: fc.constantFrom('segment', 'channel'), value: fc.constantFrom(...metadataValues) }),
  ),
);

const { statement } = fc.letrec<{ statement: JsonObject }>((tie) => ({
  statement: fc.record({
    condition: fc.array(comparison, { maxLength: 3 }),
    nested: fc.option(fc.array(tie('statement'), { maxLength: 2 }), { depthSize: 'xsmall', maxDepth: 3 }),
  }),
}));

/** A program of up to six rules, whose outputs are their places, and 99 by default, within the limits. */
export const anyProgram: fc.Arbitrary<JsonObject> = fc
  .array(fc.array(statement, { maxLength: 3 }), { maxLength: 6 })
  .map((rules) => ({
    defaultSelection: 99,
    rules: rules.map((statements, index) => ({ name: `rule ${index}`, connectorSelection: index, statements })),
    metadata: {},
  }))
  .filter((program) => JSON.stringify(program).length <= limits.bytes);

/** A payment: any of its facts may be absent, or of another type than its key. */
export const anyFacts: fc.Arbitrary<RoutingFacts> = fc.record(
  {
    values: fc.record(
      {
        amount: fc.oneof({ weight: 9, arbitrary: fc.nat(6) }, fc.constant('3')),
        card_network: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...networks, 'Pulse') }, fc.constant(3)),
        currency: fc.constantFrom('EUR', 'USD', 'JPY'),
        business_country: fc.constantFrom('Germany', 'Spain'),
        card_bin: fc.constantFrom(...bins),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<RoutingFacts['values']>,
    metadata: fc.dictionary(fc.constantFrom(...metadataNames, 'channel'), fc.constantFrom(...metadataValues, 'x')),
  },
  { requiredKeys: ['values'] },
);
