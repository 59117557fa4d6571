import type { Caller, DeclineReason, Json, ProcessorError, UnifiedError } from '@payorch/contracts';
import { unifiedBy } from '@payorch/contracts';
import type { Attempt } from '../../domain/attempts/attempt';
import { errorOf } from '../../domain/attempts/attempt';
import { gsmRuleOf } from '../../domain/authorization/gsm-rule';
import type { Payment } from '../../domain/payment';
import { recommendedActionOf } from '../../domain/authorization/recommended-action';
import type { ViewContext } from './view-context';

type Rules = Pick<ViewContext, 'gsmRule'>;

/** The error in processor-independent words; null where there is none. */
export const unifiedOf = (attempt: Attempt, rules: Rules): UnifiedError | null =>
  errorOf(attempt) && unifiedBy(gsmRuleOf(attempt, rules.gsmRule));

/** Reasons that a customer must not learn: a thief of the card would know what the issuer knows. */
const secretReasons: readonly string[] = [
  'card_lost_or_stolen',
  'suspected_fraud',
  'psp_fraud_engine_decline',
] satisfies (DeclineReason | 'psp_fraud_engine_decline')[];

/** What the failure means: the operators' word, else the connector's; null where neither knows it, or nothing failed. */
export function standardisedCodeOf(attempt: Attempt, { gsmRule }: Rules, caller: Caller['kind']): string | null {
  const isNotAuthenticated = attempt.authentication?.state === 'failed';
  const own = errorOf(attempt)?.standardisedCode ?? (isNotAuthenticated ? 'authentication_failed' : null);
  const code = gsmRuleOf(attempt, gsmRule)?.standardisedCode ?? own;
  return caller === 'client' && code !== null && secretReasons.includes(code) ? 'do_not_honor' : code;
}

export function errorDetails(payment: Payment, attempt: Attempt, rules: Rules, caller: Caller['kind']): Json {
  const error = errorOf(attempt);
  const unified = unifiedOf(attempt, rules);
  const rule = gsmRuleOf(attempt, rules.gsmRule);
  return (
    error && {
      unified_details: {
        category: unified?.code ?? null,
        message: unified?.message ?? null,
        standardised_code: standardisedCodeOf(attempt, rules, caller),
        description: rule?.description ?? null,
        user_guidance_message: rule?.userGuidanceMessage ?? null,
        recommended_action: recommendedActionOf(payment, attempt),
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
