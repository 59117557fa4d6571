import { endpointPlan } from './endpoint-plan';

it.each<[string, readonly string[], string | null, string | null, readonly string[]]>([
  ['nothing yet', [], null, null, []],
  ['a known endpoint', ['we_1'], 'we_1', 'we_1', []],
  ['a lost answer', ['we_1'], null, null, ['we_1']],
  ['a known endpoint and lost answers', ['we_1', 'we_2', 'we_3'], 'we_2', 'we_2', ['we_1', 'we_3']],
  ['a known endpoint that is gone', [], 'we_1', null, []],
  ['a known endpoint that is gone, and a lost answer', ['we_2'], 'we_1', null, ['we_2']],
])('with %s, the known one alone stays', (_, found, known, update, remove) =>
  expect(endpointPlan(found, known)).toEqual({ update, remove }),
);
