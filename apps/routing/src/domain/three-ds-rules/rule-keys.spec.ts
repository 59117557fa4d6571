import { threeDsRuleKey } from '@payorch/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRuleKey, ruleKeys } from './rule-keys';

const { schemas } = (
  JSON.parse(readFileSync(path.resolve(__dirname, '../../../../../api/openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
  }
).components;

describe('the keys of 3DS decision rules', () => {
  it.each([
    ['card_network', 'CardNetwork'],
    ['card_discovery', 'CardDiscovery'],
    ['currency', 'Currency'],
    ['issuer_country', 'Country'],
    ['acquirer_country', 'Country'],
    ['customer_device_platform', 'CustomerDevicePlatform'],
    ['customer_device_type', 'CustomerDeviceType'],
    ['customer_device_display_size', 'CustomerDeviceDisplaySize'],
  ] as const)('%s has the values of the schema %s', (key, schema) => {
    const type = ruleKeys[key];
    expect(type.kind === 'enum_variant' && [...type.values].sort()).toEqual([...(schemas[schema]?.enum ?? [])].sort());
  });

  it('other keys are numbers and one text', () => {
    const others = threeDsRuleKey.options.filter((key) => ruleKeys[key].kind !== 'enum_variant');
    expect(others.map((key) => [key, ruleKeys[key].kind])).toEqual([
      ['amount', 'number'],
      ['issuer_name', 'str_value'],
      ['acquirer_fraud_rate', 'number'],
    ]);
  });

  it.each(['card_bin', 'metadata', '__proto__', 'constructor', 'toString', ''])('%j is no key', (name) =>
    expect(isRuleKey(name)).toBe(false),
  );
});
