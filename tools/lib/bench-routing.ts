import type { RoutingFacts } from '@payorch/contracts';
import { InvariantError, isSameValue } from '@payorch/kernel';
import type { Choice, Comparison, Operand, Ordered, RuleProgram, Selection } from '@payorch/routing-rules';
import { compileAlgorithm, interpretProgram, placeOf } from '@payorch/routing-rules';

const accounts = 20;
const windows = 7;
const decisionsAtOnce = 256;
/** Few: what they allocate fits into the young generation of the heap, so that no collection comes between. */
const decisionsForBytes = 32;

const texts = (...values: readonly string[]): Operand => ({ must: 'match_any', kind: 'texts', texts: values });
const numbers = (comparison: 'less_than' | 'greater_than', number: number): Operand => ({
  must: 'match_any',
  kind: 'numbers',
  tests: [{ comparison, number }],
});

/** A shape of rule that merchants write; it never fires for the payments below, some only at their last comparison. */
const shapes: readonly ((place: number) => readonly Comparison[])[] = [
  (place) => [
    { key: 'currency', operand: texts('EUR') },
    { key: 'amount', operand: numbers('greater_than', 1_000_000 + place) },
  ],
  () => [{ key: 'billing_country', operand: texts('France', 'Spain', 'Italy', 'Portugal', 'Greece') }],
  (place) => [
    { key: 'payment_method', operand: texts('card') },
    { key: 'card_network', operand: texts('Visa', 'Mastercard') },
    { key: 'card_bin', operand: texts(String(500_000 + place)) },
  ],
  () => [{ key: 'metadata', operand: { must: 'match_any', kind: 'metadata', key: 'segment', value: 'gold' } }],
  () => [
    { key: 'amount', operand: numbers('less_than', 100_000) },
    { key: 'capture_method', operand: texts('manual') },
  ],
];

const choices: readonly Choice[] = Array.from({ length: accounts }, (_, index) => ({
  connector: `connector_${index % 4}`,
  merchantConnectorId: `mca_${index}`,
}));
/** The accounts from one place on, as a merchant orders them, or with a share for each. */
const outputAt = (place: number): Selection => {
  const order = choices.map((_, index) => choices[(index + place) % accounts] as Choice);
  if (place % 2 === 0) return { type: 'priority', choices: order };
  return { type: 'volume_split', shares: order.map((choice) => ({ choice, split: 100 / accounts })) };
};

/** A program of which only the last rule fires, so that each decision reads all of them. */
function programOf(length: number): RuleProgram<Selection> {
  const rules = Array.from({ length }, (_, place) => ({
    name: `rule ${place}`,
    output: outputAt(place),
    statements: [
      { condition: place === length - 1 ? [] : (shapes[place % shapes.length]?.(place) ?? []), nested: null },
    ],
  }));
  return { rules, otherwise: outputAt(0) };
}

const payments: readonly RoutingFacts[] = Array.from({ length: 64 }, (_, index) => ({
  values: {
    payment_method: 'card',
    card_network: index % 2 === 0 ? 'Visa' : 'Mastercard',
    card_bin: String(424_242 + index),
    amount: 1_000 + index,
    currency: index % 3 === 0 ? 'USD' : 'EUR',
    capture_method: 'automatic',
    billing_country: 'Germany',
  },
  metadata: { segment: 'silver', channel: 'web' },
}));
const attempts = payments.map((_, index) => `pay_${index}_1`);

type Decide = (facts: RoutingFacts, attemptId: string) => Ordered;

/** The same decision without anything made beforehand: the program is interpreted, and the accounts are put in order. */
function interpreted(program: RuleProgram<Selection>): Decide {
  return (facts, attemptId) => {
    const { rule, output } = interpretProgram(program, facts);
    if (output.type !== 'volume_split') return { rule, draw: null, choices: 'choices' in output ? output.choices : [] };
    const draw = placeOf(attemptId);
    let end = 0;
    const drawn = output.shares.find(({ split }) => draw < (end += split));
    const others = output.shares.filter((share) => share !== drawn);
    return { rule, draw, choices: [...(drawn ? [drawn] : []), ...others].map(({ choice }) => choice) };
  };
}

/** Decides `count` times; the sum keeps the compiler from leaving a decision out. */
function run(decide: Decide, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const at = index % payments.length;
    const { rule, choices: order } = decide(payments[at] as RoutingFacts, attempts[at] as string);
    sum += order.length + (rule?.index ?? 0);
  }
  return sum;
}

/** Microseconds of a decision during one window. */
function windowOf(decide: Decide, windowMs: number): number {
  const begun = performance.now();
  let count = 0;
  let elapsed = 0;
  do {
    run(decide, decisionsAtOnce);
    count += decisionsAtOnce;
    elapsed = performance.now() - begun;
  } while (elapsed < windowMs);
  return (1_000 * elapsed) / count;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** Bytes that a decision allocates: the smallest growth of the heap, since a collection in between only lowers others. */
function bytesOf(decide: Decide): number {
  const growths = Array.from({ length: windows }, () => {
    const before = process.memoryUsage().heapUsed;
    run(decide, decisionsForBytes);
    return (process.memoryUsage().heapUsed - before) / decisionsForBytes;
  });
  return Math.min(...growths.filter((growth) => growth >= 0));
}

export interface RoutingTime {
  readonly rules: number;
  readonly compiledUs: number;
  readonly interpretedUs: number;
  readonly compiledBytes: number;
  readonly interpretedBytes: number;
}

/** @throws InvariantError where the two forms decide differently: their times would not compare */
function checkSame(one: Decide, other: Decide): void {
  for (const [index, facts] of payments.entries()) {
    const [first, second] = [one, other].map((decide) => decide(facts, attempts[index] as string));
    if (!isSameValue(first, second))
      throw new InvariantError('the compiled program and the interpreter decide differently');
  }
}

/** The time of a decision by programs of several lengths, compiled and interpreted in turn, after a warm-up. */
export function runRoutingBench({
  lengths = [1, 20, 100, 1_000],
  windowMs = 150,
}: {
  readonly lengths?: readonly number[];
  readonly windowMs?: number;
} = {}): readonly RoutingTime[] {
  return lengths.map((rules) => {
    const program = programOf(rules);
    const compiled = compileAlgorithm({ type: 'advanced', program }).order;
    const plain = interpreted(program);
    checkSame(compiled, plain);
    const once = () => [compiled, plain].map((decide) => windowOf(decide, windowMs));
    once();
    const pairs = Array.from({ length: windows }, once);
    const [compiledUs = NaN, interpretedUs = NaN] = [0, 1].map((form) =>
      median(pairs.map((pair) => pair[form] ?? NaN)),
    );
    return { rules, compiledUs, interpretedUs, compiledBytes: bytesOf(compiled), interpretedBytes: bytesOf(plain) };
  });
}
