import type { Json, MerchantRulesSettings, RoutingFacts, RoutingSettings, ThreeDsDecision } from '@payorch/contracts';
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
  type SurchargeOutput,
  type ThreeDsOverride,
} from '@payorch/routing-rules';

/** A program of rules, ready to decide. */
export interface CompiledRules<Output> {
  readonly needs: NeededFacts;
  readonly decide: (facts: RoutingFacts) => Output;
}

/** Wrapped: of each stored program is remembered, too, that this release cannot read it. */
interface Compiled<Output> {
  readonly rules: CompiledRules<Output> | undefined;
}

/**
 * A program was checked when it was stored. One that this release cannot read decides nothing: an error would stop the payments of all
 * merchants.
 */
function compiled<Output>(
  sent: Json,
  read: (sent: Json) => RuleProgram<Output> | readonly Problem[],
): Compiled<Output> {
  const program = read(sent);
  if (isProblems(program)) return { rules: undefined };
  const run = compileProgram(program);
  return { rules: { needs: neededFacts(program), decide: (facts) => run(facts).output } };
}

type MerchantProgram = NonNullable<MerchantRulesSettings['threeDs']>;
type ActiveRule = NonNullable<RoutingSettings['threeDsRule']>;

const overrideOf = compiledOnce(({ algorithm }: MerchantProgram) => compiled(algorithm, readThreeDsOverride));
const surchargeOf = compiledOnce(({ algorithm }: MerchantProgram) => compiled(algorithm, readSurcharge));
const decisionOf = compiledOnce(({ data }: ActiveRule) => compiled(data, readThreeDsDecision));

/** The rules that decide about payments; undefined: none. */
export interface MerchantRules {
  /** Of the merchant: the 3DS decision manager. */
  readonly threeDsOverride: CompiledRules<ThreeDsOverride | null> | undefined;
  /** Of the profile: its 3DS decision rule. */
  readonly threeDsDecision: CompiledRules<ThreeDsDecision> | undefined;
  readonly surcharge: CompiledRules<SurchargeOutput | null> | undefined;
}

/** The rules of the settings, each compiled once. */
export const merchantRulesOf = (
  rules: Pick<MerchantRulesSettings, 'threeDs' | 'surcharge'> | undefined,
  routing: Pick<RoutingSettings, 'threeDsRule'> | undefined,
): MerchantRules => ({
  threeDsOverride: rules?.threeDs ? overrideOf(rules.threeDs).rules : undefined,
  threeDsDecision: routing?.threeDsRule ? decisionOf(routing.threeDsRule).rules : undefined,
  surcharge: rules?.surcharge ? surchargeOf(rules.surcharge).rules : undefined,
});
