import type { Json, Refusal, RoutingAlgorithm } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { anAlgorithmCommand, anAlgorithmRecord } from '../../../test/algorithms';
import { anAccount } from '../../../test/builders';
import { aComparison, aProgram, aRule } from '../../../test/programs';
import { refusalToActivate } from './activate-algorithm';
import { createAlgorithm } from './create-algorithm';
import { executeRule } from './execute-rule';

const now = new Date('2026-01-05T10:00:00.000Z');
const first = anAccount(1);
const second = anAccount(2, { connector: 'adyen_test' });
const disabled = anAccount(3, { disabled: true });
const forPayouts = anAccount(4, { connectorType: 'payout_processor' });
const ofProfile = [first, second, disabled, forPayouts];
const by = (id: number, connector = 'stripe_test') => ({ connector, merchant_connector_id: `mca_${id}` });
const notFound = (connector: string, id: string | null, path: string) =>
  refuse('invalid_request', {
    message: `connector with name '${connector}'${id === null ? '' : ` and merchant connector account id '${id}'`} not found for the given profile`,
    path,
  });
const pathsIn = ({ details, others = [] }: Refusal): unknown[] => [details['path'], ...others.flatMap(pathsIn)];
const cannotUse = (one: string, other: string) =>
  refuse('precondition_failed', { message: `Cannot use ${one}'s routing algorithm for ${other} operation` });

describe('a new algorithm', () => {
  it('is a record of the sent algorithm', () =>
    expect(createAlgorithm(anAlgorithmCommand(), { now, ofProfile })).toEqual({
      ...anAlgorithmCommand(),
      createdAt: now,
    }));

  it.each(['payment', 'payout'] as const)('a 3DS decision rule for a %s is refused', (algorithmFor) => {
    const refused = cannotUse('three_ds_authentication', algorithmFor);
    const { details } = refused;
    expect(createAlgorithm(anAlgorithmCommand({ algorithmFor }), { now, ofProfile })).toEqual({
      ...refused,
      details: { ...details, path: 'transaction_type' },
    });
  });

  it('a program with an unknown key is refused', () => {
    const data = aProgram(aRule({ condition: [aComparison('card_bin', 'equal', 'str_value', '1')] }));
    const refused = createAlgorithm(anAlgorithmCommand({ algorithm: { type: 'three_ds_decision_rule', data } }), {
      now,
      ofProfile,
    });
    expect(isRefusal(refused) && refused.code).toBe('invalid_request');
  });
});

describe('a new algorithm that chooses accounts', () => {
  const createdFor = (algorithmFor: 'payment' | 'payout', type: RoutingAlgorithm['type'], data: Json) =>
    createAlgorithm(anAlgorithmCommand({ algorithm: { type, data }, algorithmFor }), { now, ofProfile });
  const created = (type: RoutingAlgorithm['type'], data: Json) => createdFor('payment', type, data);

  it.each<[RoutingAlgorithm['type'], Json]>([
    ['single', by(1)],
    ['single', 'adyen_test'],
    ['priority', [by(2, 'adyen_test'), 'stripe_test']],
    ['volume_split', [{ connector: by(1), split: 100 }]],
  ])('%s is stored as it was sent', (type, data) =>
    expect(created(type, data)).toMatchObject({ algorithm: { type, data } }),
  );

  it.each<[string, Json, string, string | null]>([
    ['is absent', by(9), 'stripe_test', 'mca_9'],
    ['belongs to another connector', by(1, 'adyen_test'), 'adyen_test', 'mca_1'],
    ['is disabled', by(3), 'stripe_test', 'mca_3'],
    ['takes payouts', by(4), 'stripe_test', 'mca_4'],
    ['has no account at all', 'checkout_test', 'checkout_test', null],
  ])('an account that %s is refused', (_, data, connector, id) =>
    expect(created('single', data)).toEqual(notFound(connector, id, 'algorithm.data')),
  );

  it('an algorithm for payouts names the accounts that take payouts', () => {
    expect(createdFor('payout', 'single', by(4))).toMatchObject({ algorithmFor: 'payout' });
    expect(createdFor('payout', 'single', by(1))).toEqual(notFound('stripe_test', 'mca_1', 'algorithm.data'));
  });

  it('problems of the data and unknown accounts are listed together, each by its path', () => {
    const shares = { type: 'volume_split', data: [{ connector: by(1), split: 30 }] };
    const lists = { type: 'volume_split_priority', data: [{ connector: [by(9), by(1)], split: 100 }] };
    const statements = [{ condition: [] }];
    const refused = created('advanced', {
      defaultSelection: { type: 'priority', data: [by(1), by(8)] },
      rules: [
        { name: 'a', connectorSelection: shares, statements },
        { name: 'b', routingOutput: lists, statements },
        { name: 'c', connectorSelection: { type: 'dice', data: [by(9)] }, statements },
      ],
      metadata: {},
    });
    expect(isRefusal(refused) && pathsIn(refused)).toEqual([
      'algorithm.data.rules[0].connectorSelection.data',
      'algorithm.data.rules[2].connectorSelection.type',
      'algorithm.data.defaultSelection.data[1]',
      'algorithm.data.rules[1].routingOutput.data[0].connector[0]',
    ]);
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a number', 7],
    ['rules that are no list', { defaultSelection: null, rules: { length: 3 }, metadata: {} }],
    ['a rule that is a list', { defaultSelection: [], rules: [[]], metadata: {} }],
  ])('a program that is %s is refused and names no account', (_, data) => {
    const refused = created('advanced', data);
    expect(isRefusal(refused) && refused.code).toBe('invalid_request');
  });
});

describe('an activation', () => {
  const record = anAlgorithmRecord({ algorithm: { type: 'priority', data: [by(1), by(3)] }, algorithmFor: 'payment' });

  it('an algorithm with a disabled account is activated: the account is passed over', () =>
    expect(refusalToActivate(record, 'payment', { ofProfile })).toBeUndefined());

  it('an algorithm with a deleted account is refused', () =>
    expect(refusalToActivate(record, 'payment', { ofProfile: [disabled] })).toEqual(
      notFound('stripe_test', 'mca_1', 'algorithm.data[0]'),
    ));

  it('payments use 3DS decision rules too', () =>
    expect(refusalToActivate(anAlgorithmRecord(), 'payment', { ofProfile: [] })).toBeUndefined());

  it.each([
    ['payout', 'payment'],
    ['payment', 'payout'],
    ['three_ds_authentication', 'payout'],
  ] as const)('an algorithm for a %s is not activated for a %s', (algorithmFor, operation) =>
    expect(refusalToActivate({ ...record, algorithmFor }, operation, { ofProfile })).toEqual(
      cannotUse(algorithmFor, operation),
    ),
  );
});

describe('a stored algorithm', () => {
  it.each([
    [2999, 'no_three_ds'],
    [3000, 'challenge_requested'],
  ])('decides about an amount of %d', (amount, decision) =>
    expect(executeRule(anAlgorithmRecord(), { amount })).toBe(decision),
  );

  it('of another kind is refused', () => {
    const algorithm = { type: 'single', data: { connector: 'stripe_test' } } as const;
    const record = anAlgorithmRecord({ algorithm, algorithmFor: 'payment' });
    expect(executeRule(record, { amount: 1 })).toEqual(cannotUse('payment', 'three_ds_authentication'));
  });

  it.each([
    ['is no program', {}],
    ['was never valid', aProgram(aRule({ condition: [aComparison('x', 'equal', 'number', 1)] }))],
  ])('that %s is a bug', (_, data) => {
    const record = anAlgorithmRecord({ algorithm: { type: 'three_ds_decision_rule', data } });
    expect(() => executeRule(record, {})).toThrow('a stored 3DS decision rule is unreadable');
  });
});
