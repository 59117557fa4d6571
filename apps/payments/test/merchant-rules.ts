import type { Json, JsonObject } from '@payorch/contracts';
import { type MerchantRules, merchantRulesOf } from '../src/payments/domain/merchant-rules';
import { now } from './fixtures';

/** `['card_network', 'Visa']`: the rule holds where the payment has this value. */
type Is = readonly [key: string, value: string];

const statementOf = ([lhs, value]: Is): Json => ({
  condition: [{ lhs, comparison: 'equal', value: { type: 'enum_variant', value }, metadata: {} }],
});

/** A program whose rules hold for one value each, in their order. */
export const programOf = (otherwise: JsonObject, rules: readonly (readonly [Is, JsonObject])[] = []): JsonObject => ({
  defaultSelection: otherwise,
  metadata: {},
  rules: rules.map(([is, connectorSelection]) => ({
    name: is.join(' '),
    connectorSelection,
    statements: [statementOf(is)],
  })),
});

export const fixed = (amount: number, tax: number | null = null): JsonObject => ({
  surcharge_details: {
    surcharge: { type: 'fixed', value: { amount } },
    tax_on_surcharge: tax === null ? null : { percentage: tax },
  },
});
export const rate = (percentage: number, tax: number | null = null): JsonObject => ({
  surcharge_details: {
    surcharge: { type: 'rate', value: { percentage } },
    tax_on_surcharge: tax === null ? null : { percentage: tax },
  },
});

const at = now.toISOString();
const stored = (algorithm: JsonObject) => ({ name: 'ours', algorithm, createdAt: at, modifiedAt: at });

export interface TestRules {
  readonly override?: JsonObject;
  readonly decision?: JsonObject;
  readonly surcharge?: JsonObject;
}

/** The rules of a merchant by the programs that it has sent. */
export const rulesOf = ({ override, decision, surcharge }: TestRules): MerchantRules =>
  merchantRulesOf(
    {
      threeDs: override ? stored(override) : null,
      surcharge: surcharge ? { ...stored(surcharge), showsIndividually: null } : null,
    },
    {
      threeDsRule: decision
        ? { algorithmId: 'routing_1' as never, kind: 'three_ds_decision_rule', data: decision, activatedAt: at }
        : null,
    },
  );
