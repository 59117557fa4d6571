import type { Json, JsonObject } from '@payorch/contracts';
import type { Account, FlowOperations } from '@payorch/connector-kit';
import { exponents, InvariantError } from '@payorch/kernel';
import type { Credentials } from '../credentials';
import { merchantTexts } from '../definition';
import { currencyNumbers } from './currency-numbers';

type MerchantText = (typeof merchantTexts)[number];

/** Throws where the account's metadata lacks a text, so that the request is not sent. */
function merchantText({ metadata }: Account<Credentials>, name: MerchantText): string {
  const value = metadata?.[name];
  if (typeof value !== 'string' || value === '') throw new InvariantError(`the account's metadata has no ${name}`);
  return value;
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
const flag = (value: Json | undefined): boolean => value === true;

/** The browser's data, under the names of EMV 3-D Secure. */
const browserOf = (browser: JsonObject) => ({
  browserAcceptHeader: text(browser['accept_header']),
  browserIP: text(browser['ip_address']),
  browserJavaEnabled: flag(browser['java_enabled']),
  browserJavascriptEnabled: flag(browser['java_script_enabled']),
  browserLanguage: text(browser['language']),
  browserColorDepth: text(browser['color_depth']),
  browserScreenHeight: text(browser['screen_height']),
  browserScreenWidth: text(browser['screen_width']),
  browserTZ: text(browser['time_zone']),
  browserUserAgent: text(browser['user_agent']),
});

const addressOf = (billing: JsonObject | null) => {
  const address = billing?.['address'];
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return {};
  const { city, line1, line2, zip } = address as JsonObject;
  return {
    billAddrCity: text(city),
    billAddrLine1: text(line1),
    billAddrLine2: text(line2),
    billAddrPostCode: text(zip),
  };
};

const lastTwo = (value: string): string => value.slice(-2);
/** The codes of `threeDSRequestorChallengeInd`: a challenge requested, none requested, or no preference. */
function challengeIndicator({
  requestsChallenge,
  asksForNoChallenge,
}: Pick<FlowOperations['authenticate'], 'requestsChallenge' | 'asksForNoChallenge'>): string {
  if (requestsChallenge) return '03';
  return asksForNoChallenge ? '02' : '01';
}

/** The authentication request (AReq) of a payment in a browser. */
export function authenticationRequest(
  operation: FlowOperations['authenticate'],
  account: Account<Credentials>,
): object {
  const { money, card, browserInfo } = operation;
  return {
    messageType: 'AReq',
    messageVersion: operation.version,
    deviceChannel: '02',
    messageCategory: '01',
    threeDSServerTransID: operation.reference,
    threeDSCompInd: operation.methodCompletion,
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorURL: operation.requestorUrl,
    threeDSRequestorChallengeInd: challengeIndicator(operation),
    notificationURL: operation.returnUrl,
    transType: '01',
    acctNumber: card.number.reveal(),
    cardExpiryDate: `${lastTwo(card.expiryYear)}${card.expiryMonth.padStart(2, '0')}`,
    cardholderName: card.holderName,
    email: operation.email,
    purchaseAmount: money.amount.toString(),
    purchaseCurrency: currencyNumbers[money.currency],
    purchaseExponent: String(exponents[money.currency]),
    mcc: merchantText(account, 'mcc'),
    merchantCountryCode: merchantText(account, 'merchant_country_code'),
    merchantName: merchantText(account, 'merchant_name'),
    acquirerBIN: merchantText(account, 'acquirer_bin'),
    acquirerMerchantID: merchantText(account, 'acquirer_merchant_id'),
    ...addressOf(operation.billing),
    ...browserOf(browserInfo ?? {}),
  };
}
