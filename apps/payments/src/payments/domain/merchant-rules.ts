import type { MerchantRulesSettings, RoutingFacts, RoutingSettings } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import {
  compiledOnce,
  compileProgram,
  isProblems,
  type NeededFacts,
  neededFacts,
  type Problem,
  readSurcharge,
  readThreeDsDecision,
  readThreeDsOverride,
  type RuleProgram,
} from '@payorch/routing-rules';
import type { Json } from '@payorch/contracts';

/** A program of rules, ready to decide. */
export interface CompiledRules<Output> {
  readonly needs: NeededFacts;
  readonly decide: (facts: RoutingFacts) => Output;
}

/** @throws InvariantError where the program cannot be read: it was checked when it was stored */
function compiled<Output>(
  sent: Json,
  read: (sent: Json) => RuleProgram<Output> | readonly Problem[],
): CompiledRules<Output> {
  const program = read(sent);
  if (isProblems(program)) throw new InvariantError('the stored rules of a merchant are unreadable');
  const run = compileProgram(program);
  return { needs: neededFacts(program), decide: (facts) => run(facts).output };
}

type MerchantProgram = NonNullable<MerchantRulesSettings['threeDs']>;
type ActiveRule = NonNullable<RoutingSettings['threeDsRule']>;

const overrideOf = compiledOnce(({ algorithm }: MerchantProgram) => compiled(algorithm, readThreeDsOverride));
const surchargeOf = compiledOnce(({ algorithm }: MerchantProgram) => compiled(algorithm, readSurcharge));
const decisionOf = compiledOnce(({ data }: ActiveRule) => compiled(data, readThreeDsDecision));

/** The rules that decide about payments; undefined: none. */
export interface MerchantRules {
  /** Of the merchant: the 3DS decision manager. */
  readonly threeDsOverride: ReturnType<typeof overrideOf> | undefined;
  /** Of the profile: its 3DS decision rule. */
  readonly threeDsDecision: ReturnType<typeof decisionOf> | undefined;
  readonly surcharge: ReturnType<typeof surchargeOf> | undefined;
}

/** The rules of the settings, each compiled once. */
export const merchantRulesOf = (
  rules: Pick<MerchantRulesSettings, 'threeDs' | 'surcharge'> | undefined,
  routing: Pick<RoutingSettings, 'threeDsRule'> | undefined,
): MerchantRules => ({
  threeDsOverride: rules?.threeDs ? overrideOf(rules.threeDs) : undefined,
  threeDsDecision: routing?.threeDsRule ? decisionOf(routing.threeDsRule) : undefined,
  surcharge: rules?.surcharge ? surchargeOf(rules.surcharge) : undefined,
});
