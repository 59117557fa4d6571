import type { GsmRuleSettings, Outgoing } from '@payorch/contracts';
import { gsmRuleSettings, outgoing } from '@payorch/contracts';
import { orNull, sentOr } from '../../fields';

export type GsmDecision = GsmRuleSettings['decision'];

/** The key of a rule: the connector, the flow, and the processor's own two codes. */
export interface GsmKey {
  readonly connector: string;
  readonly flow: string;
  readonly sub_flow: string;
  readonly code: string;
  readonly message: string;
}

interface RetryFeature {
  readonly step_up_possible: boolean;
  readonly clear_pan_possible: boolean;
  readonly alternate_network_possible: boolean;
  readonly decision: GsmDecision;
}

const textKeys = [
  'router_error',
  'unified_code',
  'unified_message',
  'error_category',
  'standardised_code',
  'description',
  'user_guidance_message',
] as const;
type Texts = { readonly [K in (typeof textKeys)[number]]: string | null };

/**
 * The meaning of a processor's error. The interface shows `retry` twice: as one field and, for older clients, as
 * several.
 */
export interface GsmDetails extends Texts {
  readonly status: string;
  readonly retry: RetryFeature;
}

export interface GsmRule {
  readonly key: GsmKey;
  readonly details: GsmDetails;
}

/** The fields of a create or update request that the gateway reads. */
export type GsmRequest = Partial<Texts> & {
  readonly status?: string | null;
  readonly decision?: GsmDecision | null;
  readonly step_up_possible?: boolean | null;
  readonly clear_pan_possible?: boolean | null;
  readonly feature_data?: { readonly retry?: RetryFeature } | null;
};

export const keyOf = ({ connector, flow, sub_flow, code, message }: GsmKey): GsmKey => ({
  connector,
  flow,
  sub_flow,
  code,
  message,
});

const mapTexts = (valueOf: (key: keyof Texts) => string | null): Texts =>
  Object.fromEntries(textKeys.map((key) => [key, valueOf(key)])) as unknown as Texts;

const noRetry: RetryFeature = {
  step_up_possible: false,
  clear_pan_possible: false,
  alternate_network_possible: false,
  decision: 'do_default',
};

/** `feature_data` decides about retries; without it the single fields change the stored value. */
function retryOf({ feature_data, ...sent }: GsmRequest, stored: RetryFeature): RetryFeature {
  const { step_up_possible, clear_pan_possible, alternate_network_possible, decision } = feature_data?.retry ?? {
    step_up_possible: sentOr(sent.step_up_possible, stored.step_up_possible),
    clear_pan_possible: sentOr(sent.clear_pan_possible, stored.clear_pan_possible),
    alternate_network_possible: stored.alternate_network_possible,
    decision: sentOr(sent.decision, stored.decision),
  };
  return { step_up_possible, clear_pan_possible, alternate_network_possible, decision };
}

export const newGsmRule = (sent: GsmKey & GsmRequest & { readonly status: string }): GsmRule => ({
  key: keyOf(sent),
  details: { status: sent.status, retry: retryOf(sent, noRetry), ...mapTexts((key) => orNull(sent[key])) },
});

/** The updated rule: fields that the request lacks stay. */
export const updatedGsmRule = ({ key, details }: GsmRule, sent: GsmRequest): GsmRule => ({
  key,
  details: {
    status: sentOr(sent.status, details.status),
    retry: retryOf(sent, details.retry),
    ...mapTexts((text) => sentOr(sent[text], details[text])),
  },
});

export const gsmRuleView = ({ key, details: { retry, ...details } }: GsmRule): object => ({
  ...key,
  status: details.status,
  router_error: details.router_error,
  decision: retry.decision,
  step_up_possible: retry.step_up_possible,
  unified_code: details.unified_code,
  unified_message: details.unified_message,
  error_category: details.error_category,
  clear_pan_possible: retry.clear_pan_possible,
  feature: 'retry',
  feature_data: { retry },
  standardised_code: details.standardised_code,
  description: details.description,
  user_guidance_message: details.user_guidance_message,
});

export const deletedGsmRuleView = ({ key: { connector, flow, sub_flow, code } }: GsmRule): object => ({
  gsm_rule_delete: true,
  connector,
  flow,
  sub_flow,
  code,
});

export const gsmRuleMessage = ({ key, details }: GsmRule, version: number, deleted = false): Outgoing =>
  outgoing(gsmRuleSettings, {
    version,
    updatedAt: new Date().toISOString(),
    deleted,
    connector: key.connector,
    flow: key.flow,
    subFlow: key.sub_flow,
    code: key.code,
    message: key.message,
    status: details.status,
    routerError: details.router_error,
    decision: details.retry.decision,
    stepUpPossible: details.retry.step_up_possible,
    clearPanPossible: details.retry.clear_pan_possible,
    alternateNetworkPossible: details.retry.alternate_network_possible,
    unifiedCode: details.unified_code,
    unifiedMessage: details.unified_message,
    errorCategory: details.error_category,
    standardisedCode: details.standardised_code,
    description: details.description,
    userGuidanceMessage: details.user_guidance_message,
  });
