import type { Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { DecisionManagerRequest, SurchargeDecisionConfigRequest } from '@payorch/rest';
import {
  decisionManagerView,
  type MerchantProgram,
  surchargeProgramOf,
  type SurchargeProgram,
  surchargeRulesView,
  threeDsProgramOf,
} from './merchant-program';

const now = new Date('2026-11-26T04:00:00.900Z');
const before = '2026-11-25T04:00:00.000Z';
const statements = (comparison: object) => [{ condition: [{ metadata: {}, ...comparison }] }];
const isVisa = { lhs: 'card_network', comparison: 'equal', value: { type: 'enum_variant', value: 'Visa' } };
const threeDs = {
  defaultSelection: { override_3ds: 'no_three_ds' },
  metadata: {},
  rules: [{ name: 'visa', connectorSelection: { override_3ds: 'three_ds' }, statements: statements(isVisa) }],
};
const rate = {
  surcharge_details: { surcharge: { type: 'rate', value: { percentage: 2.75 } }, tax_on_surcharge: null },
};
const surcharge = {
  defaultSelection: {},
  metadata: {},
  rules: [{ name: 'visa', connectorSelection: rate, statements: statements(isVisa) }],
};
const stored: MerchantProgram = { name: 'first', algorithm: {}, createdAt: before, modifiedAt: before };

const read3ds = (given: object, known: MerchantProgram | null = null) =>
  threeDsProgramOf(Object.assign(new DecisionManagerRequest(), given), known, now);
const readSurcharge = (given: object, known: SurchargeProgram | null = null) =>
  surchargeProgramOf(
    Object.assign(new SurchargeDecisionConfigRequest(), { merchant_surcharge_configs: {}, ...given }),
    known,
    now,
  );

function accepted<T extends object>(read: T | Refusal): T {
  if (isRefusal(read)) throw new Error(JSON.stringify(read));
  return read;
}

it.each(['algorithm', 'program'])('the decision manager takes its rules as %s', (field) => {
  const program = accepted(read3ds({ name: 'ours', [field]: threeDs }));
  const at = now.toISOString();
  expect(program).toEqual({ name: 'ours', algorithm: threeDs, createdAt: at, modifiedAt: at });
  const seconds = Math.floor(now.getTime() / 1000);
  expect(decisionManagerView(program)).toEqual({
    name: 'ours',
    program: threeDs,
    created_at: seconds,
    modified_at: seconds,
  });
});

it('rules under both names are refused', () =>
  expect(read3ds({ name: 'ours', algorithm: threeDs, program: threeDs })).toEqual(
    refuse('invalid_request', {
      message: 'algorithm and program are names of one field: only one of them may be sent',
      path: 'program',
    }),
  ));

it.each([
  [{}, 'first'],
  [{ name: null }, 'first'],
  [{ name: 'second' }, 'second'],
])('the next rules have their own name, else that of the earlier ones: %j', (sent, name) =>
  expect(read3ds({ ...sent, algorithm: threeDs }, stored)).toEqual({
    name,
    algorithm: threeDs,
    createdAt: before,
    modifiedAt: now.toISOString(),
  }),
);

it.each([
  [{ name: 'ours' }, ['Missing required param: algorithm']],
  [{ name: 'ours', algorithm: null }, ['Missing required param: algorithm']],
  [{}, ['Missing required param: algorithm', 'Missing required param: name']],
  [{ algorithm: threeDs }, ['Missing required param: name']],
])('what a first request lacks is listed: %j', (sent, messages) => {
  for (const refused of [
    read3ds(sent),
    readSurcharge('algorithm' in sent && sent.algorithm ? { algorithm: surcharge } : sent),
  ])
    expect(messagesOf(refused)).toEqual(messages);
});

it('every problem of the rules is listed at its path, with the name that is absent', () => {
  const wrong = {
    ...threeDs,
    defaultSelection: { override_3ds: 'maybe' },
    rules: [
      { ...threeDs.rules[0], statements: statements({ ...isVisa, value: { type: 'enum_variant', value: 'Vista' } }) },
      { ...threeDs.rules[0], statements: statements({ ...isVisa, lhs: 'issuer_name' }) },
    ],
  };
  expect(pathsOf(read3ds({ program: wrong }))).toEqual([
    'program.defaultSelection.override_3ds',
    'program.rules[0].statements[0].condition[0].value.value',
    'program.rules[1].statements[0].condition[0].lhs',
    'name',
  ]);
  expect(pathsOf(read3ds({ name: 'ours', algorithm: 'text' }))).toEqual(['algorithm']);
});

it.each<[object, boolean | null]>([
  [{}, null],
  [{ show_surcharge_breakup_screen: null }, null],
  [{ show_surcharge_breakup_screen: true }, true],
])('surcharge rules are shown with their configs: %j', (merchant_surcharge_configs, shown) => {
  const program = accepted(readSurcharge({ name: 'ours', algorithm: surcharge, merchant_surcharge_configs }));
  const seconds = Math.floor(now.getTime() / 1000);
  expect(surchargeRulesView(program)).toEqual({
    name: 'ours',
    merchant_surcharge_configs: { show_surcharge_breakup_screen: shown },
    algorithm: surcharge,
    created_at: seconds,
    modified_at: seconds,
  });
});

it.each([
  [{ type: 'rate', value: { percentage: 2.755 } }, 'value.percentage'],
  [{ type: 'rate', value: { percentage: 100.01 } }, 'value.percentage'],
  [{ type: 'rate', value: { percentage: -1 } }, 'value.percentage'],
  [{ type: 'fixed', value: { amount: -1 } }, 'value.amount'],
  [{ type: 'fixed', value: { amount: 1_000_000_000 } }, 'value.amount'],
  [{ type: 'fixed', value: { amount: 1.5 } }, 'value.amount'],
  [{ type: 'share', value: {} }, 'type'],
])('a surcharge that cannot be charged is refused: %j', (sent, at) =>
  expect(
    pathsOf(
      readSurcharge({
        name: 'ours',
        algorithm: { ...surcharge, defaultSelection: { surcharge_details: { surcharge: sent } } },
      }),
    ),
  ).toEqual([`algorithm.defaultSelection.surcharge_details.surcharge.${at}`]),
);

function refusalsIn(read: object): readonly Refusal[] {
  if (!isRefusal(read)) throw new Error('was accepted');
  return [read, ...(read.others ?? [])];
}

function messagesOf(read: object): string[] {
  return refusalsIn(read).map(({ code, details }) =>
    code === 'missing_param' ? `Missing required param: ${details['field']}` : String(details['message']),
  );
}

function pathsOf(read: object): (string | undefined)[] {
  return refusalsIn(read).map(({ details }) => details['path'] ?? details['field']);
}
