import { merchantId } from '../../../test/builders';
import { retryConfigsOf } from './retry-configs';

const of = (name: string, value: string | undefined) =>
  retryConfigsOf({ config: (key) => (key === `${name}_${merchantId}` ? value : undefined) }, merchantId);

it.each<[string | undefined, readonly string[] | null]>([
  [undefined, null],
  ['["stripe","adyen"]', ['stripe', 'adyen']],
  ['[]', []],
  ['[1]', []],
  ['{"stripe":true}', []],
  ['stripe', []],
])('step_up_enabled %j names the connectors %j', (value, connectors) =>
  expect(of('step_up_enabled', value)).toEqual({ asksRules: true, stepUpConnectors: connectors }),
);

it.each<[string | undefined, boolean]>([
  [undefined, true],
  ['true', true],
  ['false', false],
  [' false\n', false],
])('should_call_gsm %j asks the rules: %j', (value, asksRules) =>
  expect(of('should_call_gsm', value)).toEqual({ asksRules, stepUpConnectors: null }),
);
