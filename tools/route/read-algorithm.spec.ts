import { readAlgorithmFile } from './read-algorithm';

const single = { type: 'single', data: { connector: 'stripe', merchant_connector_id: 'mca_1' } };
const read = { type: 'single', choice: { connector: 'stripe', merchantConnectorId: 'mca_1' } };

it.each([
  ['an algorithm', single],
  ['a body of POST /routing', { name: 'one', profile_id: 'pro_1', algorithm: single }],
])('%s is read', (_, sent) => expect(readAlgorithmFile(JSON.stringify(sent))).toEqual(read));

it.each([
  ['{', [expect.stringContaining('is no JSON')]],
  ['7', ['type must be one of single, priority, volume_split, advanced']],
  ['{"type": "dynamic", "data": {}}', ['type must be one of single, priority, volume_split, advanced']],
  ['{"algorithm": {"type": "?"}}', ['algorithm.type must be one of single, priority, volume_split, advanced']],
])('%s is refused', (text, problems) => expect(readAlgorithmFile(text)).toEqual(problems));

it('every problem of a program is named by its path', () => {
  const condition = (value: unknown) => [
    { lhs: 'amount', comparison: 'equal', value: { type: 'number', value }, metadata: {} },
  ];
  const rule = (name: string, value: unknown) => ({
    name,
    connectorSelection: { type: 'priority', data: [{ connector: 'stripe' }] },
    statements: [{ condition: condition(value), nested: null }],
  });
  const data = {
    defaultSelection: { type: 'priority', data: [{ connector: 'stripe' }] },
    rules: [rule('a', -1), rule('b', 5), rule('c', 'x')],
    metadata: {},
  };
  const problems = readAlgorithmFile(JSON.stringify({ algorithm: { type: 'advanced', data } })) as string[];
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'algorithm.data.rules[0].statements[0].condition[0].value.value',
    'algorithm.data.rules[2].statements[0].condition[0].value.value',
  ]);
});
