import type { SchemaWords } from './schema-words';

/** 3-D Secure and authentications without a payment. */
export const authenticationSchemas: SchemaWords = {
  AcquirerDetails:
    "The acquirer that is named to the card network in an authentication: its BIN, and the merchant's id and country there.",
  AuthenticationAuthenticateRequest: 'What the client knows about the device, with which the authentication begins.',
  AuthenticationAuthenticateResponse:
    'Whether the issuer authenticated the customer at once, or asks for a challenge and where.',
  AuthenticationConnectors: 'The connector that authenticates customers.',
  AuthenticationCreateRequest: 'A new authentication without a payment: amount in minor units, currency and customer.',
  AuthenticationDetails: 'The result of an authentication, for use at a processor: the cryptogram and its indicator.',
  AuthenticationEligibilityRequest:
    "The card of an authentication, for which the issuer's version of 3-D Secure is looked up.",
  AuthenticationEligibilityResponse: 'Whether the card can be authenticated, and what the client does next.',
  AuthenticationId: 'The id of an authentication: `auth_` and a random text, made when the authentication is created.',
  AuthenticationPaymentMethodData:
    'A payment method that an authentication finds out at its end: a Click to Pay checkout.',
  AuthenticationPaymentMethodDataResponse: 'The expiry of the authenticated card or network token.',
  AuthenticationPaymentMethodType:
    'The kind of payment method that an authentication finds out: `ctp` is Click to Pay.',
  AuthenticationResponse: 'An authentication as it was created, with its client secret.',
  AuthenticationStatus: 'The status of an authentication. `success` and `failed` are final.',
  AuthenticationSyncRequest: 'The authentication to read; a client sends its secret.',
  AuthenticationSyncResponse: 'An authentication with its result, once it is known.',
  AuthenticationType: 'Whether 3-D Secure is asked for. The issuer or a rule may still decide otherwise.',
  AuthenticationVaultTokenData: 'References in the vault for the authenticated card or network token.',
  BrowserInformation:
    'The browser of the customer, as 3-D Secure needs it. Times and sizes are those that the browser reports.',
  Cryptogram: 'The proof of an authentication. The only key names its kind.',
  DecoupledAuthenticationType: 'Whether the customer had to confirm (`challenge`) or not (`frictionless`).',
  DeviceChannel: 'Where the customer pays: in an app (`APP`) or in a browser (`BRW`).',
  DeviceDetails: 'The device on which an SDK authenticates: kind, brand, system and display.',
  EligibilityResponseParams: 'The data of 3-D Secure that was found for the card.',
  ExternalAuthenticationDetailsResponse:
    'The result of a 3-D Secure authentication outside the processor. It appears once the authentication began.',
  ExternalThreeDsData: 'The result of a 3-D Secure authentication that the merchant made elsewhere.',
  Method: 'The HTTP method with which an address is opened.',
  NextAction: 'The address that the client opens next, and the method.',
  PaymentsExternalAuthenticationRequest:
    'What the client knows about the device, with which the authentication of a payment begins.',
  PaymentsExternalAuthenticationResponse:
    'Whether the issuer authenticated the customer at once, or asks for a challenge and where.',
  PostAuthenticationRequestPaymentMethodData:
    'The payment method that the client got at the end of a Click to Pay checkout.',
  ScaExemptionType: 'Why strong authentication may be left out: a low amount, or the analysis of the risk.',
  SdkInformation:
    'What a 3-D Secure SDK in an app sends to the issuer: its keys, its ids, and after how many minutes it ends.',
  SdkType:
    'The kind of a 3-D Secure SDK by the codes of EMVCo: `01` default, `02` split, `03` limited, `04` browser, `05` shell.',
  ThreeDsCompletionIndicator:
    "Whether the issuer's hidden page was loaded: `Y` yes, `N` not in time, `U` there is none.",
  ThreeDsData: "The data of 3-D Secure for one card: versions, ids, and the issuer's hidden page.",
  TransactionStatus:
    'The result of 3-D Secure: `Y` authenticated, `N` not, `U` impossible, `A` attempted, `R` rejected, `C` and `D` a challenge is needed, `I` for information only.',
};
