import type { GsmRuleSettings } from '../accounts/accounts.config';
import type { ProcessorError } from '@payorch/values';

/** The five texts that identify a rule. */
export type GsmKey = Pick<GsmRuleSettings, 'connector' | 'flow' | 'subFlow' | 'code' | 'message'>;

/** Finds the active rule of a key. */
export type FindGsmRule = (key: GsmKey) => GsmRuleSettings | undefined;

/** A failure at a processor. */
export interface Failure {
  readonly connector: string;
  /** Network of the card; null without a card or if the network is unknown. */
  readonly cardNetwork: string | null;
  readonly error: ProcessorError;
  /** The steps whose rules explain the failure, most specific first. */
  readonly steps: readonly Pick<GsmKey, 'flow' | 'subFlow'>[];
}

/** An error that is independent of the processor. */
export interface UnifiedError {
  readonly code: string;
  readonly message: string;
}

/**
 * The operators' rule for a failure: first by the card network's issuer code, then by the processor's code and message.
 */
export function gsmRuleFor(
  { connector, cardNetwork, error, steps }: Failure,
  find: FindGsmRule,
): GsmRuleSettings | undefined {
  const issuer = cardNetwork && error.issuerCode ? `Network:${cardNetwork}|IssuerCode:${error.issuerCode}` : undefined;
  const texts = [...(issuer ? [{ code: issuer, message: issuer }] : []), { code: error.code, message: error.message }];
  for (const { code, message } of texts) {
    for (const step of steps) {
      const rule = find({ connector, ...step, code, message });
      if (rule) return rule;
    }
  }
  return undefined;
}

/** The unified error without a matching rule. */
export const unexplained: UnifiedError = { code: 'UE_9000', message: 'Something went wrong' };

/** The unified error of a rule that has both code and message. */
export const unifiedBy = (rule: GsmRuleSettings | undefined): UnifiedError =>
  rule?.unifiedCode && rule.unifiedMessage ? { code: rule.unifiedCode, message: rule.unifiedMessage } : unexplained;
