import { readStraightThrough } from './straight-through';

const a = { connector: 'stripe_test', merchantConnectorId: 'mca_1' };
const b = { connector: 'adyen_test', merchantConnectorId: null };

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
])('%j is valid routing', (sent, expected) => expect(readStraightThrough(sent)).toEqual(expected));

it.each([
  'stripe_test',
  {},
  { type: 'single' },
  { type: 'single', data: [] },
  { type: 'priority', data: [] },
  { type: 'volume_split', data: [] },
  { type: 'single', data: { merchant_connector_id: 'mca_1' } },
])('%j is invalid routing', (routing) =>
  expect(readStraightThrough({ routing })).toMatchObject({
    code: 'invalid_request',
    details: { message: 'Invalid straight through routing rules format' },
  }),
);
