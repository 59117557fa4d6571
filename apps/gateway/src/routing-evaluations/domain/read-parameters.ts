import type { Refusal, RoutingFacts } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { isRuleKey, type KeyType, limits, type RuleKey, ruleKeys } from '@payorch/routing-rules';

type Value = string | number;
type Read = { readonly value: Value } | { readonly allowed: string };

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a key; its type must be the key's own. */
function readValue(sent: unknown, key: KeyType): Read {
  if (!isObject(sent)) return { allowed: 'an object with type and value' };
  const { type, value } = sent;
  if (type !== key.kind) return { allowed: `a value of the type ${key.kind}` };
  switch (key.kind) {
    case 'number': {
      const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
      return isCount ? { value } : { allowed: 'an integer from 0 to 9007199254740991' };
    }
    case 'enum_variant':
      return typeof value === 'string' && key.values.has(value) ? { value } : { allowed: 'a value of the key' };
    case 'str_value':
      return typeof value === 'string' && value.length <= limits.metadataValueLength
        ? { value }
        : { allowed: `a text of at most ${limits.metadataValueLength} characters` };
    case 'metadata_value':
      return { allowed: 'a metadata_variant' };
  }
}

const refused = (key: string, allowed: string): Refusal =>
  refuse('value_not_allowed', { field: `parameters.${key}`, allowed });

/** `{"type": "metadata_variant", "value": {"key": …, "value": …}}` */
function readMetadata(sent: unknown): { readonly metadata: Readonly<Record<string, string>> } | undefined {
  const pair = isObject(sent) && sent['type'] === 'metadata_variant' ? sent['value'] : undefined;
  if (!isObject(pair)) return undefined;
  const { key, value } = pair;
  const isPair = typeof key === 'string' && typeof value === 'string' && value.length <= limits.metadataValueLength;
  return isPair ? { metadata: { [key]: value } } : undefined;
}

/**
 * The values of a payment by their keys in the rule language, `{"amount": {"type": "number", "value": 100}}`; a refusal with
 * everything that is wrong. Null is an absent value.
 */
export function readParameters(parameters: Readonly<Record<string, unknown>>): RoutingFacts | Refusal {
  const problems: Refusal[] = [];
  const values: Partial<Record<RuleKey, Value>> = {};
  let metadata: ReturnType<typeof readMetadata>;
  for (const [name, sent] of Object.entries(parameters)) {
    if (!isRuleKey(name)) problems.push(refused(name, 'a key of the rule language'));
    else if (sent === null) continue;
    else if (name === 'metadata') {
      metadata = readMetadata(sent);
      if (!metadata) problems.push(refused(name, 'a metadata_variant with key and value'));
    } else {
      const read = readValue(sent, ruleKeys[name]);
      if ('allowed' in read) problems.push(refused(name, read.allowed));
      else values[name] = read.value;
    }
  }
  return joinRefusals(problems) ?? { values: { ...values }, ...metadata };
}
