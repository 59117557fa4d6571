import type { SchemaWords } from './schema-words';

/** Payments from the request to the answer. */
export const paymentsSchemas: SchemaWords = {
  AcceptanceType: 'How the customer gave consent: on a page (`online`), or on paper or by phone (`offline`).',
  AdyenConnectorMetadata: 'Data for Adyen alone: values that its test platform reads.',
  AdyenSplitData:
    'How a payment at Adyen is split between accounts of a platform: the store, and one item for each part.',
  AdyenSplitItem: 'One part of a split payment at Adyen: its kind, its account and its amount in minor units.',
  AdyenSplitType:
    'What a part of a split payment at Adyen is for: the balance of an account, a commission, or one of the fees.',
  AdyenTestingData: "Values with which Adyen's test platform is made to decline a payment.",
  AirwallexData: 'Data for Airwallex alone, passed on as text.',
  AmountFilter: 'Bounds of an amount in minor units, both included. Without a bound the side is open.',
  ApiConnectorErrorDetails: 'The error as the processor reported it: its own code, message and reason.',
  ApiIssuerErrorDetails:
    'The error as the card issuer reported it: code and message, with the advice of the card network.',
  ApiNetworkErrorDetails: 'The advice of a card network about a declined payment, such as not to try again.',
  ApiUnifiedErrorDetails:
    'The error in terms that are the same for all connectors: category, code, a text for the customer, and what to do.',
  AttemptStatus:
    'The status of one attempt, finer than that of its payment. `unresolved` means that a person has to decide; `integrity_failure` that the processor reported another amount.',
  AuthorizationStatus:
    "The outcome of one increment of an authorization. `unresolved` means that the processor's answer is not known yet.",
  BillingDescriptor: 'The texts that the customer reads on the statement of the card.',
  BillingFrequency: 'How often an installment is due.',
  BraintreeData: 'Data for Braintree alone: the merchant account there, and its currency.',
  CaptureMethod:
    'When funds are taken: `automatic` with the authorization, `manual` by one capture, `manual_multiple` by several captures. `sequential_automatic` sends a capture right after the authorization; `scheduled` is not supported.',
  CaptureResponse:
    'One capture of a payment with several captures: its amount in minor units, and its outcome. It appears with `expand_captures`.',
  CaptureStatus:
    'The outcome of a capture: `started` before the processor answered, `charged` when the funds are taken, `pending` while the outcome is unknown.',
  ConnectorChargeResponseData:
    'How the processor split the payment between accounts. The only key names the connector. It appears for split payments.',
  ConnectorMetadata: 'Data that only one connector reads, under the name of the connector.',
  ConnectorMetadataResponse: 'Data that one connector returned for the payment, under the name of the connector.',
  CustomerAcceptance:
    'The consent of the customer to a mandate: online or offline, and when. It is stored as evidence.',
  CustomerDetails: 'The customer of a request: an existing one by id, or the details of a new one.',
  CustomerDetailsResponse:
    'The customer as they were when the payment was last changed. A later change of the customer does not change it.',
  CustomerDocumentDetails: 'An identity or tax document of the customer: its kind and its number.',
  DDCData:
    'The page for device data collection that the client opens in a hidden frame, and how long it waits in milliseconds.',
  DisplayAmountOnSdk: 'The amounts of the payment as decimals of the currency, for display.',
  DisputeResponsePaymentsRetrieve:
    'A dispute of the payment: how much is disputed, as a text in minor units, its stage, its status, and until when it can be challenged.',
  DisputeStage:
    'The stage of a dispute: `pre_dispute` is an inquiry before money moves, `pre_arbitration` and `arbitration` follow a challenge, `dispute_reversal` returns the money.',
  DisputeStatus: 'What happened to a dispute so far. `dispute_won` and `dispute_lost` are final.',
  EphemeralKeyCreateResponse:
    'A key of short life with which a page or an app manages the payment methods of one customer. Times are seconds since 1970.',
  FeatureMetadata: 'Additional data of single features: search tags, and details of Apple Pay, Pix and boleto.',
  FinixAdditionalDetails: 'Data for Finix alone: the session of its fraud check.',
  FrmMessage: 'What a fraud check said about the payment: its score, status and reasons.',
  FutureUsage:
    'Whether the payment method is stored: `on_session` for payments with the customer present, `off_session` also for payments without.',
  IframeData:
    'The hidden page of the card issuer that the client opens before 3-D Secure, and the data that it posts to it.',
  IncrementalAuthorizationResponse:
    'One increment of the authorized amount: the new total in minor units, and its outcome.',
  Initiator: 'Who started the operation for a merchant of a platform: the platform, or the connected merchant.',
  InstallmentData: 'The installment plan that the customer chose: number of installments, how often, and the interest.',
  InstallmentOption: 'The installment plans that the merchant offers for one payment method.',
  InstallmentOptionData:
    'One offered installment plan: number of installments, how often, and the interest rate in percent.',
  InstallmentRequest:
    'The installment plan that the customer chose, by number and frequency. It must be one that the payment offers.',
  IntentStatus:
    "The status of a payment. `requires_` names what is missing, `partially_` says that a part was captured, `conflicted` that the processor's report contradicts the payment. The introduction shows all statuses and what follows each.",
  MandateAmountData: 'The limit of a mandate: amount in minor units, currency, and first and last day.',
  MandateData: "The mandate that a payment sets up: the customer's consent and the limits.",
  MandateType:
    'How often a mandate may be used: once (`single_use`) or repeatedly (`multi_use`), with an optional limit.',
  MinorUnit: 'An amount in the smallest unit of its currency: 1050 is 10.50 EUR and 1050 JPY.',
  MitCategory:
    'Why the merchant charges without the customer present: an installment, a charge at no fixed time, a charge at fixed times, or the repetition of a declined charge.',
  NetworkDetails: 'The advice code that the card network gave with a decline.',
  NextActionCall:
    'The call that the client makes next, as a word. `deny` is an object with a message: the payment cannot go on.',
  NextActionData:
    'What the customer or the client does next, with `type` as its kind: open a page, show a QR code or a voucher, transfer money, or call another route. It appears while the status is `requires_customer_action`.',
  NoonData: 'Data for Noon alone: the category of the order.',
  OnlineMandate: 'The evidence of a consent that was given online: the address and the browser of the customer.',
  OrderDetailsWithAmount: 'One line of the order: product, quantity, and amount in minor units for each unit.',
  PartnerApplicationDetails: "The partner's software that sends the payment: name, version and integrator.",
  PartnerMerchantIdentifierDetails:
    'The software behind the payment, of the partner and of the merchant, which some processors record.',
  PaymentAttemptResponse:
    'One attempt to pay: the connector that got it, its status, its amount in minor units, and its error if it failed. It appears with `expand_attempts`.',
  PaymentChannel:
    'Where the customer ordered: in an online shop, by post or by phone. Another channel is an object with the key `other`.',
  PaymentChargeType: 'How a split payment is charged at a connector. The only key names the connector.',
  PaymentErrorDetails:
    'The last error of the payment on three levels: in unified terms, from the card issuer, and from the processor.',
  PaymentExperience:
    'How the customer meets the payment method: on a page of the provider, in an SDK, by a QR code or with one click.',
  PaymentIntentStateMetadata:
    'Sums that changed after the payment: refunded and disputed, in minor units, and the void after capture.',
  PaymentMethod: 'The kind of payment method. The payment method type below it says which one exactly.',
  PaymentMethodData:
    "The data of the payment method. Exactly one key is present, and it must be the payment's `payment_method`.",
  PaymentMethodDataRequest:
    'The data of the payment method with its billing address. `reward` has no data and is sent as a word.',
  PaymentMethodDataResponse:
    'What answers show of the payment method: enough to recognize it, never a full card number or a security code.',
  PaymentMethodDataResponseWithBilling:
    'The payment method of the last attempt as answers show it, with its billing address.',
  PaymentMethodTokenizationDetails:
    'Where the payment method is stored for later payments: at the processor, as a network token, or by a network transaction id.',
  PaymentMethodType: 'The payment method type, such as `credit` or `ideal`. Each belongs to one payment method.',
  PaymentSyncRequest: 'The payment to read, and whether the processor is asked for its state before the answer.',
  PaymentType:
    'What a payment is for: a plain payment, one that sets up a mandate, a set-up without money, a charge by a mandate, or an installment.',
  PaymentsCancelPostCaptureRequest: 'The reason for a void after capture.',
  PaymentsCancelRequest: 'The reason for cancelling a payment whose funds are not captured.',
  PaymentsCaptureRequest:
    'How much of the authorized amount is captured, in minor units. Without an amount all of it is.',
  PaymentsCompleteAuthorizeRequest:
    'What the client adds after the customer confirmed the payment at the provider: the shipping address and the 3-D Secure result.',
  PaymentsConfirmRequest:
    'A change that also confirms the payment. It has the fields of the creation; the fields that are left out stay as they are.',
  PaymentsCreateRequest:
    'A new payment: amount and currency at least, and with `confirm` all that is needed to charge it.',
  PaymentsDynamicTaxCalculationRequest: 'The shipping address for which the tax of a payment is calculated.',
  PaymentsDynamicTaxCalculationResponse: 'The tax for the address, and the new total of the payment in minor units.',
  PaymentsIncrementalAuthorizationRequest: 'The new total that is to be authorized, in minor units, and the reason.',
  PaymentsManualStatusUpdateRequest: 'The outcome that a person decided for an attempt under review.',
  PaymentsManualUpdateRequest:
    'What an operator declares about an attempt: an outcome found out at the processor, or a claim that is shown beside what is known.',
  PaymentsManualUpdateResponse: "The attempt after the operator's update.",
  PaymentsPostSessionTokensRequest: 'The wallet that the customer chose after its session began.',
  PaymentsPostSessionTokensResponse: 'What the client does to go on with the chosen wallet.',
  PaymentsRequest:
    'The fields of a payment that the merchant or the client may send. Amounts are in minor units. Which are needed depends on the call: only a confirmation needs a payment method.',
  PaymentsResponse:
    'A payment with its last attempt. Amounts are in minor units and times in UTC. Lists of attempts, captures and refunds appear only when they are asked for or exist.',
  PaymentsSessionRequest: 'The wallets for which a client needs session tokens.',
  PaymentsSessionResponse:
    'The session tokens of the wallets that can pay this payment. Wallets without an account are left out.',
  PaymentsUpdateMetadataRequest: 'Keys that are added to the metadata of a payment or replace those of the same name.',
  PaymentsUpdateMetadataResponse: 'The metadata of the payment after the update.',
  PaymentsUpdateRequest: 'A change of a payment that is not confirmed. Fields that are left out stay as they are.',
  PeachpaymentsData: 'Data for Peach Payments alone: the retrieval reference number.',
  PollConfig: 'How a client polls for the outcome: seconds between two polls, and how many polls.',
  PollResponse: 'Whether the outcome that a client waits for is known.',
  PollStatus:
    '`pending` while the outcome is open, `completed` when the payment can be read, `not_found` for an unknown poll.',
  PostCaptureVoidResponse: "The void of the captured charge: its status, and the processor's reference.",
  PostCaptureVoidStatus: 'The outcome of a void after capture. A failed one can be followed by a refund.',
  ProcessorPaymentToken:
    'A token of the processor that stands for a stored payment method, with the connector account that knows it.',
  ProductType: 'What kind of product a line of the order is. It matters for tax, delivery and fraud checks.',
  RecommendedAction:
    'What to do after a decline: not to charge again, to wait for a time, to ask for other details, or to stop a subscription.',
  RecurringDetails:
    'What an off-session payment is charged by, with `type` as its kind: a mandate, a stored payment method, a token of the processor, or a card with its network transaction id.',
  RedirectResponse:
    "What the provider's page returned to the return address: its query and its form, for the connector.",
  RequestSurchargeDetails: 'A surcharge that the merchant decided, with the tax on it, in minor units.',
  RetryAction: '`manual_retry` pays again with a failed payment; `requeue` puts it back into a queue of retries.',
  SdkNextActionData: 'The call that an SDK makes next, with the id of the order at the provider.',
  SplitPaymentsRequest: 'How the payment is split between accounts. The only key names the connector.',
  StandardisedCode: 'The cause of an error in terms that are the same for all connectors.',
  StraightThroughAlgorithm:
    "A routing for this payment alone, in place of the profile's: one connector, an order of connectors, or shares.",
  StringMinorUnit: 'An amount in the smallest unit of its currency, written as text.',
  StripeChargeResponseData:
    'How Stripe split the payment: the charge, the account that got the money, and the application fee in minor units.',
  StripeChargeType:
    'Which account is charged at Stripe: the connected one (`direct`), or the platform that transfers on (`destination`).',
  StripeSplitPaymentRequest:
    'How a payment at Stripe is split: the kind of charge, the receiving account, and the application fee in minor units.',
  SurchargeDetailsResponse: 'The surcharge for this choice: its rate or amount, and the sums as decimals for display.',
  SurchargePercentage: 'A surcharge as a rate in percent of the amount.',
  SurchargeResponse: 'A surcharge as a fixed amount in minor units or as a rate, as `type` says.',
  SurchargeStrategy: 'Whether a surcharge is added to the payment or left out.',
  TaxStatus: 'Whether the payment is subject to tax.',
  Tokenization:
    'Whether the payment method is also stored at the processor (`tokenize_at_psp`) or only here (`skip_psp`).',
  UnifiedCode:
    "The group of an error: `UE_1000` the customer's data, `UE_2000` the connector's configuration, `UE_3000` the processor's system, `UE_4000` the shop or its account, `UE_9000` anything else.",
  XenditChargeResponseData: 'How Xendit split the payment: by several routes, or to one sub-merchant.',
  XenditMultipleSplitRequest: 'A rule that splits a payment at Xendit over several accounts.',
  XenditMultipleSplitResponse: 'The rule by which Xendit split the payment, with its id.',
  XenditSplitRequest: 'How a payment at Xendit is split: by several routes, or to one sub-merchant.',
  XenditSplitRoute:
    'One part of a split payment at Xendit: its account, and a fixed amount in minor units or a percentage.',
  XenditSplitSubMerchantData: 'The sub-merchant at Xendit for whom the operation is made.',
};
