import type { GsmRuleSettings, Json, ProcessorError, UnifiedError } from '@payorch/contracts';
import { gsmRuleFor, unifiedBy } from '@payorch/contracts';
import type { Attempt } from '../domain/attempt';
import { accountOf, errorOf } from '../domain/attempt';
import type { AttemptState } from '../domain/attempt.machine';
import type { ViewContext } from './view-context';

type Rules = Pick<ViewContext, 'gsmRule'>;

/** The failed step, in the words of the GSM rules. Whether the call or a later sync reported it is not stored. */
const stepsOf: Partial<Record<AttemptState, readonly string[]>> = {
  failure: ['Authorize', 'PSync'],
  pending: ['Authorize', 'PSync'],
  capture_failed: ['Capture'],
  void_failed: ['Void'],
};

/** The operators' rule for the error. */
export function gsmRuleOf(attempt: Attempt, { gsmRule }: Rules): GsmRuleSettings | undefined {
  const error = errorOf(attempt);
  const account = accountOf(attempt);
  if (!error || !account) return undefined;
  const steps = (stepsOf[attempt.state] ?? []).map((subFlow) => ({ flow: 'Payment', subFlow }));
  const cardNetwork = attempt.method?.card?.network ?? null;
  return gsmRuleFor({ connector: account.connector, cardNetwork, error, steps }, gsmRule);
}

/** The error in processor-independent words; null where there is none. */
export const unifiedOf = (attempt: Attempt, rules: Rules): UnifiedError | null =>
  errorOf(attempt) && unifiedBy(gsmRuleOf(attempt, rules));

export function errorDetails(attempt: Attempt, rules: Rules): Json {
  const error = errorOf(attempt);
  const unified = unifiedOf(attempt, rules);
  const rule = gsmRuleOf(attempt, rules);
  return (
    error && {
      unified_details: {
        category: unified?.code ?? null,
        message: unified?.message ?? null,
        standardised_code: rule?.standardisedCode ?? null,
        description: rule?.description ?? null,
        user_guidance_message: rule?.userGuidanceMessage ?? null,
        recommended_action: null,
      },
      issuer_details: {
        code: error.issuerCode ?? null,
        message: error.issuerMessage ?? null,
        network_details: networkDetails(error),
      },
      connector_details: { code: error.code, message: error.message, reason: error.reason },
    }
  );
}

export const networkDetails = (error: ProcessorError | null): Json =>
  error && { network_advice_code: error.networkAdviceCode ?? null };
