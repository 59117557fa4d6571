import {
  aMerchant,
  cardFields,
  ok,
  paymentBody,
  type Answer,
  type Json,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';

/** The cards of the simulated 3DS server, by what their issuers do. */
export const issuers = {
  frictionless: '4000000000100109',
  attempted: '4000000000100117',
  notAuthenticated: '4000000000100125',
  unavailable: '4000000000100133',
  rejecting: '4000000000100141',
  challenging: '4000000000100158',
  withoutMethod: '4000000000100166',
  outdated: '4000000000100174',
  thenDeclined: '4000000000100182',
} as const;

const metadata = {
  mcc: '5411',
  merchant_country_code: '840',
  merchant_name: 'Acme',
  acquirer_bin: '400000',
  acquirer_merchant_id: 'acme_1',
};

/** The body of an account at the 3DS server. */
export const serverAccount = (more: object = {}) => ({
  connector_type: 'authentication_processor',
  connector_name: 'threedsecureio',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'key_of_the_requestor' },
  metadata,
  ...more,
});

export const requestor = {
  authentication_connectors: ['threedsecureio'],
  three_ds_requestor_url: 'https://acme.example',
  three_ds_requestor_app_url: null,
};

/** A merchant that authenticates its customers at the 3DS server, and charges them at `stripe_test`. */
export async function anAuthenticatingMerchant(system: RunningSystem): Promise<TestMerchant> {
  const merchant = await aMerchant(system, { account: { return_url: 'https://acme.example/done' } });
  const { merchantId, profileId, api } = merchant;
  ok(await api.post(`/account/${merchantId}/connectors`, serverAccount({ profile_id: profileId })));
  ok(
    await api.post(`/account/${merchantId}/business_profile/${profileId}`, {
      authentication_connector_details: requestor,
    }),
  );
  return merchant;
}

export const browserInfo = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  language: 'en-GB',
  color_depth: 24,
  screen_height: 900,
  screen_width: 1440,
  time_zone: -60,
  java_enabled: false,
  java_script_enabled: true,
  ip_address: '198.51.100.1',
};

/** A payment that requests the authentication, confirmed by the merchant. */
export const authenticatedPayment = (card: string, more: object = {}): object =>
  paymentBody({
    ...cardFields(card),
    authentication_type: 'three_ds',
    request_external_three_ds_authentication: true,
    browser_info: browserInfo,
    ...more,
  });

/** The answer to the browser's request for the authentication. */
export const requestAuthentication = ({ client }: TestMerchant, payment: Json, more: object = {}): Promise<Answer> =>
  client.post(`/payments/${payment.payment_id}/3ds/authentication`, {
    client_secret: payment.client_secret,
    device_channel: 'BRW',
    threeds_method_comp_ind: 'Y',
    ...more,
  });

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const unescaped = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#43;', '+');
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** Answers the issuer's challenge as a browser does: opens the page, chooses, and posts the result to the gateway. */
export async function answerChallenge(
  system: RunningSystem,
  { acs_url, challenge_request }: Json,
  choice: 'authorize' | 'reject' | 'timeout',
): Promise<Answer> {
  const page = await system.sandbox.raw(
    'POST',
    pathOf(acs_url),
    new URLSearchParams({ creq: challenge_request }).toString(),
    form,
  );
  const [, link] = new RegExp(`class="${choice}"[^>]* href="([^"]+)"`).exec(page.text) ?? [];
  if (!link) throw new Error(`the challenge has no page: ${page.text}`);
  const chosen = await system.sandbox.get(unescaped(link));
  const [, action] = /action="([^"]+)"/.exec(chosen.text) ?? [];
  const [, cres] = /name="cres" value="([^"]+)"/.exec(chosen.text) ?? [];
  if (!action || !cres) throw new Error(`the challenge has no result: ${chosen.text}`);
  return system.api.raw('POST', pathOf(unescaped(action)), new URLSearchParams({ cres }).toString(), form);
}
