import type { ActiveAlgorithm, Json, RoutingAlgorithmKind } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import { aComparison, aRule, aStatement, withoutProblems } from '../../test/programs';
import type { CompiledAlgorithm } from './algorithm';
import { activeAlgorithmOf, choicesIn, compileAlgorithm, readAlgorithm } from './algorithm';
import type { Choice } from './selection';
import { placeOf } from './volume-split';

const account = (connector: string, id?: number): Json =>
  id === undefined ? connector : { connector, merchant_connector_id: `mca_${id}` };
const share = (connector: Json, split: number): Json => ({ connector, split });
const choice = (connector: string, id?: number): Choice => ({
  connector,
  merchantConnectorId: id === undefined ? null : `mca_${id}`,
});

const priority = (...data: readonly Json[]): Json => ({ type: 'priority', data });
const advanced = (otherwise: Json, ...rules: readonly Json[]): Json => ({
  defaultSelection: otherwise,
  rules,
  metadata: {},
});
const euro = aStatement(aComparison('currency', 'equal', 'enum_variant', 'EUR'));
const split = [share(account('stripe', 1), 60), share('adyen', 40)];
const splitPriority = [share([account('stripe', 1), 'adyen'], 70), share(['checkout'], 30)];

const compiled = (type: RoutingAlgorithmKind, data: Json): CompiledAlgorithm =>
  compileAlgorithm(withoutProblems(readAlgorithm({ type, data })));
const noFacts = { values: {} };

/** The first attempt of a payment whose place is below, or not below, a percentage. */
function attemptAt(isWanted: (place: number) => boolean): string {
  for (let index = 0; ; index += 1) if (isWanted(placeOf(`pay_${index}_1`))) return `pay_${index}_1`;
}

describe('an algorithm orders accounts', () => {
  it.each<[string, RoutingAlgorithmKind, Json, readonly Choice[]]>([
    ['its only one', 'single', account('stripe', 1), [choice('stripe', 1)]],
    ['a bare connector name', 'single', 'stripe', [choice('stripe')]],
    ['a null id', 'single', { connector: 'stripe', merchant_connector_id: null }, [choice('stripe')]],
    [
      'as listed',
      'priority',
      [account('stripe', 1), 'adyen', account('stripe', 2)],
      [choice('stripe', 1), choice('adyen'), choice('stripe', 2)],
    ],
  ])('%s', (_, type, data, choices) =>
    expect(compiled(type, data).order(noFacts, 'pay_1_1')).toEqual({ rule: null, draw: null, choices }),
  );

  it('of a volume split, the drawn one first', () => {
    const { order } = compiled('volume_split', split);
    const [low, high] = [attemptAt((place) => place < 60), attemptAt((place) => place >= 60)];
    expect(order(noFacts, low)).toEqual({
      rule: null,
      draw: placeOf(low),
      choices: [choice('stripe', 1), choice('adyen')],
    });
    expect(order(noFacts, high)).toEqual({
      rule: null,
      draw: placeOf(high),
      choices: [choice('adyen'), choice('stripe', 1)],
    });
  });

  it('the same for a redelivered request, also after a restart', () => {
    const { order } = compiled('volume_split', split);
    const restarted = compiled('volume_split', split);
    for (let index = 0; index < 1_000; index += 1)
      expect(restarted.order(noFacts, `pay_${index}_1`)).toEqual(order(noFacts, `pay_${index}_1`));
  });

  it('by the rule that fired, whose output may be any selection', () => {
    const outputs: readonly Json[] = [
      { type: 'single', data: account('stripe', 1) },
      priority('adyen', 'stripe'),
      { type: 'volume_split', data: split },
      { type: 'volume_split_priority', data: splitPriority },
    ];
    const attempt = attemptAt((place) => place >= 70);
    const orders = outputs.map((output) =>
      compiled('advanced', advanced(priority('checkout'), aRule([euro], output))).order(
        { values: { currency: 'EUR' } },
        attempt,
      ),
    );
    const rule = { index: 0, name: 'a rule' };
    expect(orders).toEqual([
      { rule, draw: null, choices: [choice('stripe', 1)] },
      { rule, draw: null, choices: [choice('adyen'), choice('stripe')] },
      { rule, draw: placeOf(attempt), choices: [choice('adyen'), choice('stripe', 1)] },
      { rule, draw: placeOf(attempt), choices: [choice('checkout'), choice('stripe', 1), choice('adyen')] },
    ]);
  });

  it('by its default where no rule fired, which may leave the choice to the default order', () => {
    const { order, needs } = compiled('advanced', advanced(priority(), aRule([euro], priority('adyen'))));
    expect(order({ values: { currency: 'USD' } }, 'pay_1_1')).toEqual({ rule: null, draw: null, choices: [] });
    expect(needs).toEqual({ keys: new Set(['currency']), metadata: new Set() });
  });
});

describe('an algorithm is refused with all its problems', () => {
  const sum = 'must have splits that add up to 100';
  const percentage = 'must be an integer from 0 to 100';
  const types = 'must be one of single, priority, volume_split, volume_split_priority';
  const long = Array<Json>(101).fill('stripe');

  it.each<[RoutingAlgorithmKind, Json, readonly (readonly [path: string, problem: string])[]]>([
    ['single', null, [['', 'must be an object']]],
    ['single', '', [['', 'must not be empty']]],
    ['single', {}, [['connector', 'is missing']]],
    [
      'single',
      { connector: 1, merchant_connector_id: '' },
      [
        ['connector', 'must be a string'],
        ['merchant_connector_id', 'must not be empty'],
      ],
    ],
    ['single', { connector: 'x'.repeat(129) }, [['connector', 'has more than 128 characters']]],
    ['single', { connector: 'stripe', id: 'mca_1' }, [['id', 'does not exist']]],
    ['priority', {}, [['', 'must be an array']]],
    ['priority', [], [['', 'must be an array with at least one item']]],
    [
      'priority',
      ['stripe', 5, {}],
      [
        ['[1]', 'must be an object'],
        ['[2].connector', 'is missing'],
      ],
    ],
    ['priority', long, [['', 'has more than 100 items']]],
    ['volume_split', [], [['', sum]]],
    ['volume_split', [share('stripe', 60), share('adyen', 41)], [['', sum]]],
    [
      'volume_split',
      [share('stripe', 101), share('adyen', -1)],
      [
        ['[0].split', percentage],
        ['[1].split', percentage],
      ],
    ],
    [
      'volume_split',
      [share('stripe', 99.5), share({}, 1)],
      [
        ['[0].split', percentage],
        ['[1].connector.connector', 'is missing'],
      ],
    ],
    [
      'volume_split',
      [{ connector: 'stripe' }, 'adyen'],
      [
        ['[0].split', 'is missing'],
        ['[1]', 'must be an object'],
      ],
    ],
    ['advanced', advanced(priority('')), [['defaultSelection.data[0]', 'must not be empty']]],
    ['advanced', advanced({ type: 'advanced', data: {} }), [['defaultSelection.type', types]]],
    ['advanced', advanced({ type: 'constructor', data: {} }), [['defaultSelection.type', types]]],
    ['advanced', advanced('stripe'), [['defaultSelection', 'must be an object']]],
    [
      ...([
        'advanced',
        advanced(priority(), aRule([euro], { type: 'volume_split_priority', data: [share('x', 50)] })),
      ] as const),
      [['rules[0].connectorSelection.data[0].connector', 'must be an array']],
    ],
    ['dynamic', {}, [['', 'is of an algorithm dynamic, which names no connector accounts']]],
    [
      'three_ds_decision_rule',
      {},
      [['', 'is of an algorithm three_ds_decision_rule, which names no connector accounts']],
    ],
    ['single', 'x'.repeat(32 * 1024), [['', 'is larger than 32768 bytes']]],
  ])('%s %j', (type, data, problems) =>
    expect(readAlgorithm({ type, data })).toEqual(problems.map(([path, problem]) => ({ path, problem }))),
  );
});

describe('the accounts that an algorithm names', () => {
  const pathsOf = (type: RoutingAlgorithmKind, data: Json) =>
    choicesIn(withoutProblems(readAlgorithm({ type, data }))).map(({ choice: { connector }, path }) => [
      connector,
      path,
    ]);

  it.each<[RoutingAlgorithmKind, Json, readonly (readonly string[])[]]>([
    ['single', 'stripe', [['stripe', '']]],
    [
      'priority',
      ['stripe', 'adyen'],
      [
        ['stripe', '[0]'],
        ['adyen', '[1]'],
      ],
    ],
    [
      'volume_split',
      split,
      [
        ['stripe', '[0].connector'],
        ['adyen', '[1].connector'],
      ],
    ],
  ])('of %s %j have their paths', (type, data, paths) => expect(pathsOf(type, data)).toEqual(paths));

  it('of rules have the path of the name that the output was sent under', () => {
    const renamed = { name: 'x', routingOutput: { type: 'single', data: 'checkout' }, statements: [] };
    const data = advanced(
      priority('stripe'),
      aRule([], { type: 'volume_split_priority', data: splitPriority }),
      renamed,
    );
    expect(pathsOf('advanced', data)).toEqual([
      ['stripe', 'defaultSelection.data[0]'],
      ['stripe', 'rules[0].connectorSelection.data[0].connector[0]'],
      ['adyen', 'rules[0].connectorSelection.data[0].connector[1]'],
      ['checkout', 'rules[0].connectorSelection.data[1].connector[0]'],
      ['checkout', 'rules[1].routingOutput.data'],
    ]);
  });
});

describe('an algorithm in force', () => {
  const active = (data: Json): ActiveAlgorithm => ({
    algorithmId: 'routing_1' as RoutingAlgorithmId,
    kind: 'single',
    data,
    activatedAt: '2026-01-05T10:00:00.000Z',
  });

  it('is compiled once for each settings object', () => {
    const [one, same] = [active('stripe'), active('stripe')];
    expect(activeAlgorithmOf(one)).toBe(activeAlgorithmOf(one));
    expect(activeAlgorithmOf(same)).not.toBe(activeAlgorithmOf(one));
    expect(activeAlgorithmOf(one).order(noFacts, 'pay_1_1').choices).toEqual([choice('stripe')]);
  });

  it('that cannot be read is a bug', () =>
    expect(() => activeAlgorithmOf(active({}))).toThrow('the active algorithm routing_1 is unreadable'));
});
