import type { AuthenticationAnswer, Json, JsonObject } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import { timedOut } from '../domain/authentication-times';
import { authenticationStatusOf } from './authentication.status';
import type { Audience, StandaloneAuthentication } from '../domain/standalone-authentication';
import type { StandaloneState } from '../domain/standalone.machine';

/** What answers show besides the authentication. */
export interface AnswerParts {
  /** The gateway's public address. */
  readonly publicUrl: string;
  /** The profile's address for customers who return. */
  readonly profileReturnUrl: string | null;
}

interface View {
  readonly authentication: StandaloneAuthentication;
  readonly isClient: boolean;
  readonly parts: AnswerParts;
}

const statusOf = (state: StandaloneState): string => (state === 'created' ? 'started' : authenticationStatusOf(state));

/** An authentication that got no card in its time has no error of the 3DS server. */
const errorOf = ({ state, progress }: StandaloneAuthentication) =>
  progress?.error ?? (state === 'failed' && !progress ? timedOut : null);

const connectorOf = ({ connector, progress }: StandaloneAuthentication): string | null =>
  progress?.account.connector ?? connector;

/** The fields of the creation, as the interface shows them. */
const created = ({ authentication }: View): JsonObject => {
  const { money } = authentication;
  const error = errorOf(authentication);
  return {
    authentication_id: authentication.authenticationId,
    merchant_id: authentication.merchantId,
    status: statusOf(authentication.state),
    client_secret: authentication.clientSecret,
    amount: minorUnitsToJson(money.amount),
    currency: money.currency,
    authentication_connector: connectorOf(authentication),
    force_3ds_challenge: authentication.forceChallenge,
    return_url: authentication.returnUrl,
    created_at: authentication.createdAt.toISOString(),
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    profile_id: authentication.profileId,
    psd2_sca_exemption_type: null,
    acquirer_details: null,
    profile_acquirer_id: null,
    customer_details: authentication.customer,
  };
};

/** The customer's data as the merchant gets it: a browser sent its own, and gets that of no other. */
const customerData = ({ authentication, isClient }: View) => ({
  billing: isClient ? null : authentication.billing,
  shipping: isClient ? null : authentication.shipping,
  browser_information: isClient ? null : authentication.browserInfo,
  email: isClient ? null : authentication.email,
});

/** What the card's range says, for the browser's fingerprint page. */
function threeDsData({ progress }: StandaloneAuthentication): JsonObject | null {
  if (!progress?.versions) return null;
  const { versions, reference, operation } = progress;
  return {
    three_ds_server_transaction_id: reference ?? '',
    maximum_supported_3ds_version: versions.maximumVersion,
    connector_authentication_id: operation,
    three_ds_method_data: versions.method?.data ?? '',
    three_ds_method_url: versions.method?.url ?? '',
    message_version: versions.version,
    directory_server_id: versions.directoryServerId ?? '',
  };
}

const eligibility = (view: View): JsonObject => {
  const { authentication, parts } = view;
  const { authenticationId, state, profileId } = authentication;
  const data = threeDsData(authentication);
  const error = errorOf(authentication);
  return {
    authentication_id: authenticationId,
    next_action: { url: `${parts.publicUrl}/authentication/${authenticationId}/authenticate`, http_method: 'POST' },
    status: statusOf(state),
    eligibility_response_params: data && { ThreeDsData: data },
    connector_metadata: null,
    profile_id: profileId,
    error_message: error?.message ?? null,
    error_code: error?.code ?? null,
    authentication_connector: connectorOf(authentication),
    ...customerData(view),
    acquirer_details: null,
  };
};

const challengeParts = ({ progress }: StandaloneAuthentication) => ({
  acs_url: progress?.challenge?.acsUrl ?? null,
  challenge_request: progress?.challenge?.request ?? null,
  acs_reference_number: progress?.challenge?.acsReferenceNumber ?? null,
  acs_trans_id: progress?.challenge?.acsTransactionId ?? null,
});

const notKnownYet = 'The result of the authentication is not known yet';

/** An unknown result is shown as one that is not possible yet. Only the merchant's server gets the proof. */
const authentication = ({ authentication: shown, isClient }: View): JsonObject => {
  const { progress, authenticationId, state } = shown;
  const error = errorOf(shown);
  return {
    trans_status: progress?.transactionStatus ?? 'U',
    ...challengeParts(shown),
    three_ds_server_transaction_id: progress?.reference ?? null,
    acs_signed_content: progress?.challenge?.acsSignedContent ?? null,
    three_ds_requestor_url: progress?.requestorUrl ?? '',
    three_ds_requestor_app_url: progress?.requestorAppUrl ?? null,
    error_message: error?.message ?? (state === 'authenticating' ? notKnownYet : null),
    error_code: error?.code ?? null,
    authentication_value: isClient ? null : (progress?.proof?.cryptogram ?? null),
    status: statusOf(state),
    authentication_connector: connectorOf(shown),
    authentication_id: authenticationId,
    eci: isClient ? null : (progress?.proof?.eci ?? null),
    acquirer_details: null,
  };
};

/** The proof in the form in which a payment takes it: `three_ds_data`. */
function proofOf({ progress }: StandaloneAuthentication): Json {
  const proof = progress?.proof;
  if (!proof) return null;
  return {
    three_ds_data: {
      authentication_cryptogram: { cavv: { authentication_cryptogram: proof.cryptogram } },
      ds_trans_id: proof.dsTransactionId,
      version: proof.version,
      eci: proof.eci,
      transaction_status: proof.transactionStatus,
    },
  };
}

const sync = (view: View): JsonObject => {
  const { authentication: shown, isClient } = view;
  const { customer_details: _customer, ...fields } = created(view);
  const { progress, card } = shown;
  const data = threeDsData(shown);
  return {
    ...fields,
    threeds_server_transaction_id: progress?.reference ?? null,
    maximum_supported_3ds_version: data?.['maximum_supported_3ds_version'] ?? null,
    connector_authentication_id: data?.['connector_authentication_id'] ?? null,
    three_ds_method_data: data?.['three_ds_method_data'] ?? null,
    three_ds_method_url: data?.['three_ds_method_url'] ?? null,
    message_version: progress?.proof?.version ?? progress?.versions?.version ?? null,
    connector_metadata: null,
    directory_server_id: data?.['directory_server_id'] ?? null,
    payment_method_data:
      card && !isClient
        ? { type: 'card_data', card_expiry_year: card.expiryYear, card_expiry_month: card.expiryMonth }
        : null,
    vault_token_data: null,
    authentication_details: isClient ? null : proofOf(shown),
    ...customerData(view),
    trans_status: progress?.transactionStatus ?? null,
    ...challengeParts(shown),
    acs_signed_content: progress?.challenge?.acsSignedContent ?? null,
    three_ds_requestor_url: progress?.requestorUrl ?? null,
    three_ds_requestor_app_url: progress?.requestorAppUrl ?? null,
    eci: isClient ? null : (progress?.proof?.eci ?? null),
  };
};

const returned = ({ authentication: shown, parts }: View): JsonObject => ({
  returnUrl: shown.returnUrl ?? parts.profileReturnUrl,
  status: statusOf(shown.state),
});

const answers: { readonly [Name in AuthenticationAnswer]: (view: View) => JsonObject } = {
  created,
  eligibility,
  authentication,
  sync,
  returned,
};

/** One answer of the interface about an authentication; the gateway passes the bytes through. */
export const answerOf = (
  shown: StandaloneAuthentication,
  { answer, audience }: { readonly answer: AuthenticationAnswer; readonly audience: Audience },
  parts: AnswerParts,
): Buffer =>
  Buffer.from(JSON.stringify(answers[answer]({ authentication: shown, isClient: audience === 'client', parts })));
