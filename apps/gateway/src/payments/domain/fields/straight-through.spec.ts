import { errorBody, type Refusal } from '@payorch/contracts';
import { readStraightThrough } from './straight-through';

const a = { connector: 'stripe_test', merchantConnectorId: 'mca_1' };
const b = { connector: 'adyen_test', merchantConnectorId: null };

const output = { type: 'priority', data: ['adyen_test'] };
const condition = { lhs: 'currency', comparison: 'equal', value: { type: 'enum_variant', value: 'EUR' }, metadata: {} };
const rule = { name: 'euro', connectorSelection: output, statements: [{ condition: [condition], nested: null }] };
const program = { defaultSelection: output, rules: [rule], metadata: {} };

it.each([
  [{}, undefined],
  [{ routing: null, connector: null }, undefined],
  [{ connector: [] }, undefined],
  [{ connector: ['stripe_test'] }, { kind: 'connectors', connectors: ['stripe_test'] }],
  [
    { routing: { type: 'single', data: { connector: 'stripe_test', merchant_connector_id: 'mca_1' } } },
    { kind: 'accounts', algorithm: 'single', accounts: [a] },
  ],
  [
    {
      routing: {
        algorithm: {
          type: 'priority',
          data: [{ connector: 'stripe_test', merchant_connector_id: 'mca_1' }, 'adyen_test'],
        },
      },
      connector: ['ignored'],
    },
    { kind: 'accounts', algorithm: 'priority', accounts: [a, b] },
  ],
  [
    { routing: { type: 'volume_split', data: [{ connector: 'stripe_test', split: 100 }] } },
    { kind: 'algorithm', algorithm: 'volume_split', data: [{ connector: 'stripe_test', split: 100 }] },
  ],
  [
    { routing: { algorithm: { type: 'advanced', data: program } } },
    { kind: 'algorithm', algorithm: 'advanced', data: program },
  ],
])('%j is valid routing', (sent, expected) => expect(readStraightThrough(sent)).toEqual(expected));

it.each([
  'stripe_test',
  {},
  { type: 'single' },
  { type: 'single', data: [] },
  { type: 'priority', data: [] },
  { type: 'volume_split', data: [] },
  { type: 'single', data: { merchant_connector_id: 'mca_1' } },
  { type: 'advanced' },
  { type: 'three_ds_decision_rule', data: program },
])('%j is invalid routing', (routing) =>
  expect(readStraightThrough({ routing })).toMatchObject({
    code: 'invalid_request',
    details: { message: 'Invalid straight through routing rules format' },
  }),
);

it.each([
  [
    {
      type: 'volume_split',
      data: [
        { connector: 'stripe_test', split: 60.5 },
        { connector: '', split: 40 },
      ],
    },
    ['routing.data[0].split', 'routing.data[1].connector'],
  ],
  [
    {
      algorithm: {
        type: 'advanced',
        data: { ...program, rules: [{ ...rule, statements: [{ condition: [{ ...condition, lhs: 'colour' }] }] }] },
      },
    },
    ['routing.algorithm.data.rules[0].statements[0].condition[0].lhs'],
  ],
  [{ type: 'advanced', data: [] }, ['routing.data']],
])('the refusal of %j names every problem by its path', (routing, paths) => {
  const refused = readStraightThrough({ routing });
  const { error } = errorBody(refused as Refusal).body;
  expect(error).toMatchObject({ code: 'IR_06', message: 'Invalid straight through routing rules format' });
  expect(error.fields?.map(({ field }) => field)).toEqual(['routing', ...paths]);
});
