import { threeDsRuleKey } from '@payorch/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countryNameOf, countryNames } from './country-names';
import type { RuleKey } from './rule-keys';
import { isRuleKey, keysOf, ruleKeyOf, ruleKeys } from './rule-keys';

const { schemas } = (
  JSON.parse(readFileSync(path.resolve(__dirname, '../../../../api/openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
  }
).components;

const namesOf = (schema: string): readonly string[] => [...(schemas[schema]?.enum ?? [])].sort();
const valuesOf = (key: RuleKey): readonly string[] => {
  const type = ruleKeys[key];
  return type.kind === 'enum_variant' ? [...type.values].sort() : [];
};

describe('the keys of rules', () => {
  it.each([
    ['payment_method', 'PaymentMethod'],
    ['card_network', 'CardNetwork'],
    ['card_discovery', 'CardDiscovery'],
    ['currency', 'Currency'],
    ['capture_method', 'CaptureMethod'],
    ['authentication_type', 'AuthenticationType'],
    ['billing_country', 'Country'],
    ['business_country', 'Country'],
    ['issuer_country', 'Country'],
    ['acquirer_country', 'Country'],
    ['customer_device_platform', 'CustomerDevicePlatform'],
    ['customer_device_type', 'CustomerDeviceType'],
    ['customer_device_display_size', 'CustomerDeviceDisplaySize'],
  ] as const)('%s has the values of the schema %s', (key, schema) => {
    const values = key === 'payment_method' ? valuesOf(key).filter((name) => name !== 'network_token') : valuesOf(key);
    expect(values).toEqual(namesOf(schema).filter((name) => key !== 'payment_method' || name !== 'network_token'));
  });

  it('each key of a 3DS decision rule is that of the messages', () =>
    expect([...keysOf.three_ds_decision_rule].sort()).toEqual([...threeDsRuleKey.options].sort()));

  it('keys without a closed set are numbers, texts and the metadata', () => {
    const others = Object.entries(ruleKeys).filter(([, { kind }]) => kind !== 'enum_variant');
    expect(Object.fromEntries(others.map(([key, { kind }]) => [key, kind]))).toEqual({
      amount: 'number',
      acquirer_fraud_rate: 'number',
      card_bin: 'str_value',
      extended_card_bin: 'str_value',
      business_label: 'str_value',
      issuer_name: 'str_value',
      metadata: 'metadata_value',
    });
  });

  it.each(['card_number', 'country', '__proto__', 'constructor', 'toString', ''])('%j is no key', (name) =>
    expect(isRuleKey(name)).toBe(false),
  );

  it('country is another name of business_country', () => {
    expect(ruleKeyOf('country')).toBe('business_country');
    expect(ruleKeyOf('__proto__')).toBeUndefined();
  });
});

describe('the names of countries', () => {
  const alpha2 = namesOf('CountryAlpha2');
  /** Countries whose common English name begins otherwise: St. Lucia, North Korea, Vatican City. */
  const differentlyNamed = 'BL BQ CV KN KP KR LA LC MF MK PM SH SZ UM VA VC VG VI'.split(' ');

  it('each code of the interface has a name of its own', () => {
    const names = alpha2.map(countryNameOf);
    expect([...names].sort()).toEqual([...countryNames].sort());
    expect(new Set(names).size).toBe(249);
  });

  it('a name belongs to the country of its code', () => {
    const english = new Intl.DisplayNames('en', { type: 'region' });
    const start = (name: string | undefined) =>
      name
        ?.normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .slice(0, 4);
    const different = alpha2.filter((code) => start(countryNameOf(code)) !== start(english.of(code)));
    expect(different.filter((code) => !differentlyNamed.includes(code))).toEqual([]);
  });

  it.each(['de', 'XX', '', '__proto__', 'constructor'])('%j has none', (code) =>
    expect(countryNameOf(code)).toBeUndefined(),
  );
});
