import type { ProfileSettings, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { AuthenticationConnectorDetails } from '@payorch/rest';
import { isMerchantUrl } from '../../fields';

const detailsIn = (value: unknown): AuthenticationConnectorDetails | null =>
  (value ?? null) as AuthenticationConnectorDetails | null;

/** The addresses go to the 3DS server and to issuers: only web addresses, as everywhere else. */
export function checkAuthenticationConnectors(sent: unknown): Refusal | undefined {
  const details = detailsIn(sent);
  if (details === null) return undefined;
  const wrong = [
    ...(isMerchantUrl(details.three_ds_requestor_url) ? [] : [['three_ds_requestor_url', 'an http or https address']]),
    ...(details.authentication_connectors.length > 0 ? [] : [['authentication_connectors', 'one connector or more']]),
  ] as const;
  return joinRefusals(
    wrong.map(([name = '', allowed = '']) =>
      refuse('value_not_allowed', { field: `authentication_connector_details.${name}`, allowed }),
    ),
  );
}

/** Who authenticates the customers of a profile, as services read it. */
export function authenticationOf({
  details,
}: {
  readonly details: Readonly<Record<string, unknown>>;
}): NonNullable<ProfileSettings['authentication']> | null {
  const own = detailsIn(details.authentication_connector_details);
  return (
    own && {
      connectors: [...own.authentication_connectors],
      requestorUrl: own.three_ds_requestor_url,
      requestorAppUrl: own.three_ds_requestor_app_url ?? null,
    }
  );
}
