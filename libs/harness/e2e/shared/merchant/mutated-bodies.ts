import { openapi } from '../../support/wire';

type Schema = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
export type Random = () => number;

/** A generator of numbers from 0 to 1, determined by the seed. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Values that no field expects. */
const oddities: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 31), 999_999_999, 1_000_000_000],
  ...['', ' ', 'null', '0', 'a'.repeat(300), 'ü\u2028\u202e', '\u0000', '\ud800', "'; DROP TABLE intents; --"],
  ...['<script>alert(1)</script>', '${7*7}', '../../etc/passwd', '%00', 'http://[', 'javascript:alert(1)'],
  ...['2020-13-45T99:99:99Z', '4111 1111 1111 1112', [], {}, [[[[[]]]]], { a: { b: { c: null } } }, [null], [{}]],
];

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

const texts: Readonly<Record<string, string>> = {
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '35',
  card_cvc: '123',
  return_url: 'https://acme.example/done',
  webhook_url: 'https://acme.example/hook',
  expiration: 'never',
  email: 'jo@acme.example',
};

/** A value of the schema, in which each part may be replaced by an unexpected value. */
export function bodyOf(schema: Schema, random: Random, oddness: number, name = '', depth = 0): unknown {
  if (depth > 0 && random() < oddness) return pick(random, oddities);
  const inner = (next: Schema, key = name) => bodyOf(next, random, oddness, key, depth + 1);
  if (typeof schema['$ref'] === 'string') return inner(openapi.components.schemas[nameOf(schema['$ref'])] ?? {});
  if (Array.isArray(schema['allOf']))
    return Object.assign({}, ...schema['allOf'].map((part: Schema) => bodyOf(part, random, oddness, name, 0)));
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choices)) return inner(pick(random, choices as Schema[]));
  if (Array.isArray(schema['enum'])) return pick(random, schema['enum'] as unknown[]);
  const type: unknown = Array.isArray(schema['type']) ? pick(random, schema['type'] as unknown[]) : schema['type'];
  if (type === 'object' || schema['properties']) return objectOf(schema, random, oddness, depth);
  if (type === 'array') return depth > 6 ? [] : [inner((schema['items'] ?? {}) as Schema)];
  if (type === 'integer' || type === 'number') return Math.floor(random() * 7_000);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null') return null;
  return texts[name] ?? `text_${Math.floor(random() * 1e6)}`;
}

function objectOf(schema: Schema, random: Random, oddness: number, depth: number): Record<string, unknown> {
  const required = new Set((schema['required'] ?? []) as string[]);
  // With few of the dozens of fields a request passes more checks.
  const share = depth === 0 ? 0.15 : 0.5;
  const made: Record<string, unknown> = {};
  for (const [key, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
    const isIncluded = required.has(key) ? random() > oddness : random() < share && depth < 6;
    if (isIncluded) made[key] = bodyOf(property, random, oddness, key, depth + 1);
  }
  if (random() < oddness / 2) made[pick(random, ['surplus', 'constructor', 'status', 'merchant_id'])] = 1;
  return made;
}

/** The body as text, sometimes mutated itself. */
export function textOf(body: unknown, random: Random): string {
  const text = JSON.stringify(body);
  if (random() > 0.1) return text;
  const at = Math.floor(random() * text.length);
  const change = pick(random, ['', '"', '}', ',', '\u0000', '\\ud800', '1e999', '{"a":'] as const);
  return random() < 0.3 ? text.slice(0, at) : text.slice(0, at) + change + text.slice(at + 1);
}
