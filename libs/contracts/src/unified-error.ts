import type { GsmRuleSettings } from './accounts.config';
import type { ProcessorError } from './parts';

/** The five texts by which a rule is found. */
export type GsmKey = Pick<GsmRuleSettings, 'connector' | 'flow' | 'subFlow' | 'code' | 'message'>;

/** The rule in force under a key. */
export type FindGsmRule = (key: GsmKey) => GsmRuleSettings | undefined;

/** What failed at a processor, and where. */
export interface Failure {
  readonly connector: string;
  /** Of the card that was used; null where there was none, or nobody knows. */
  readonly cardNetwork: string | null;
  readonly error: ProcessorError;
  /** The steps whose rules explain it, the first before the others. */
  readonly steps: readonly Pick<GsmKey, 'flow' | 'subFlow'>[];
}

/** An error in words that are the same whatever the processor. */
export interface UnifiedError {
  readonly code: string;
  readonly message: string;
}

/** What operators say of it: by the card network's and issuer's code first, then by the processor's own words. */
export function gsmRuleFor(
  { connector, cardNetwork, error, steps }: Failure,
  find: FindGsmRule,
): GsmRuleSettings | undefined {
  const issuer = cardNetwork && error.issuerCode ? `Network:${cardNetwork}|IssuerCode:${error.issuerCode}` : undefined;
  const words = [...(issuer ? [{ code: issuer, message: issuer }] : []), { code: error.code, message: error.message }];
  for (const { code, message } of words) {
    for (const step of steps) {
      const rule = find({ connector, ...step, code, message });
      if (rule) return rule;
    }
  }
  return undefined;
}

/** Where no rule says more. */
export const unexplained: UnifiedError = { code: 'UE_9000', message: 'Something went wrong' };

/** A rule says both or neither. */
export const unifiedBy = (rule: GsmRuleSettings | undefined): UnifiedError =>
  rule?.unifiedCode && rule.unifiedMessage ? { code: rule.unifiedCode, message: rule.unifiedMessage } : unexplained;
