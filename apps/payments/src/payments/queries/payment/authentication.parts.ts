import type { Json, JsonObject } from '@payorch/contracts';
import { authorizeAddress, pollIdOf } from '@payorch/contracts';
import { authenticationStatusOf } from '../../../authentications/queries/authentication.status';
import type { Attempt } from '../../domain/attempts/attempt';
import type { Payment } from '../../domain/payment';
import { activeAttempt } from '../../domain/payment';
import type { ViewContext } from './view-context';

/** `external_authentication_details`; null without an authentication outside the processor. */
export function authenticationDetailsView({ authentication }: Attempt): Json {
  if (!authentication) return null;
  const { state, challenge, proof, versions, error, transactionStatus } = authentication;
  return {
    authentication_flow: challenge ? 'challenge' : transactionStatus === null ? null : 'frictionless',
    electronic_commerce_indicator: proof?.eci ?? null,
    status: authenticationStatusOf(state),
    ds_transaction_id: proof?.dsTransactionId ?? null,
    version: proof?.version ?? versions?.version ?? null,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}

/** The step of a browser before and during the authentication: the issuer's fingerprint page, the result, the challenge. */
export function threeDsInvoke(
  { merchantId, paymentId }: Payment,
  { id: attemptId, authentication, method }: Attempt,
  { publicUrl, redirectToken, pollConfig }: Pick<ViewContext, 'publicUrl' | 'redirectToken' | 'pollConfig'>,
): Json {
  if (!authentication?.versions) return null;
  const { versions, reference, account, operation } = authentication;
  const { method: page } = versions;
  const token = redirectToken({ merchantId, paymentId, attemptId });
  return {
    type: 'three_ds_invoke',
    three_ds_data: {
      three_ds_authentication_url: `${publicUrl}/payments/${paymentId}/3ds/authentication`,
      three_ds_authorize_url: authorizeAddress(publicUrl, { merchantId, paymentId }, account.connector, token),
      three_ds_method_details: {
        three_ds_method_data_submission: page !== null,
        three_ds_method_data: page?.data ?? null,
        three_ds_method_url: page?.url ?? null,
        three_ds_method_key: page && 'threeDSMethodData',
        consume_post_message_for_three_ds_method_completion: false,
      },
      poll_config: { poll_id: pollIdOf(paymentId), ...pollConfig(account.connector) },
      message_version: versions.version,
      directory_server_id: versions.directoryServerId ?? '',
      card_network: method?.card?.network ?? null,
      three_ds_connector: account.connector,
      three_ds_server_transaction_id: reference,
      maximum_supported_3ds_version: versions.maximumVersion,
      connector_authentication_id: operation,
      three_ds_method_data: page?.data ?? '',
      three_ds_method_url: page?.url ?? '',
    },
  };
}

const notKnownYet = 'The result of the authentication is not known yet';

/** The reply to a browser that requests the authentication. An unknown result is shown as one that is not possible yet. */
export function authenticationView(payment: Payment): JsonObject {
  const { authentication } = activeAttempt(payment);
  const { challenge = null, transactionStatus = null, error = null } = authentication ?? {};
  return {
    trans_status: transactionStatus ?? 'U',
    acs_url: challenge?.acsUrl ?? null,
    challenge_request: challenge?.request ?? null,
    challenge_request_key: challenge && 'creq',
    acs_reference_number: challenge?.acsReferenceNumber ?? null,
    acs_trans_id: challenge?.acsTransactionId ?? null,
    three_dsserver_trans_id: authentication?.reference ?? null,
    acs_signed_content: challenge?.acsSignedContent ?? null,
    three_ds_requestor_url: authentication?.requestorUrl ?? '',
    three_ds_requestor_app_url: authentication?.requestorAppUrl ?? null,
    error_message: error?.message ?? (authentication?.state === 'authenticating' ? notKnownYet : null),
  };
}
