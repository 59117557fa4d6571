import type { SchemaWords } from './schema-words';

/** Routing algorithms and rules. */
export const routingSchemas: SchemaWords = {
  AcquirerData: 'The acquirer of a payment for which a 3-D Secure rule decides: country and fraud rate.',
  Comparison: 'One comparison of a rule: a property of the payment on the left, an operator, and a value.',
  ComparisonType: 'The operator of a comparison: equality works for every value, an order for numbers only.',
  ConditionalConfigs: 'What a rule of the 3DS decision manager decides: 3-D Secure, none, or nothing.',
  ConnectorSelection:
    'What a rule chooses: one connector account, accounts in an order, or shares of accounts or of lists of accounts.',
  ConnectorVolumeSplit: 'A connector account and its share in percent. All shares of a list add up to 100.',
  ConnectorVolumeSplitPriority:
    'Connector accounts in an order, and their share in percent. All shares of a list add up to 100.',
  CustomerDeviceData: 'The device of the customer for which a 3-D Secure rule decides.',
  CustomerDeviceDisplaySize: "The display of the customer's device, width by height in pixels.",
  CustomerDevicePlatform: 'Where the customer pays: in a browser, or in an app for Android or iOS.',
  CustomerDeviceType: "The kind of the customer's device.",
  DecisionManagerRecord: 'The stored rules of the 3DS decision manager.',
  DecisionManagerRequest: 'The rules of the 3DS decision manager, for all payments of the merchant.',
  FixedSurcharge: 'A surcharge of one amount, whatever the payment.',
  IfStatement: 'Comparisons that must all hold, with further statements of which one must hold.',
  IssuerData: 'The card issuer for which a 3-D Secure rule decides: name and country.',
  DynamicRoutingAlgorithm: 'The terms of one feature of dynamic routing, in the form in which they are sent.',
  MerchantRoutingAlgorithm: 'A routing algorithm with its rules. An algorithm never changes; a new one replaces it.',
  MerchantSurchargeConfigs: 'How the checkout shows surcharges.',
  MetadataValue: "A key of the payment's metadata and the value that a rule compares it with.",
  NumberComparison: 'An operator and a number, for rules about amounts; amounts are in minor units.',
  PaymentRoutingAccount: 'The account of the merchant at a processor, by its connector and its id.',
  PaymentRoutingAttempt: 'Where an attempt of a payment went, and why.',
  PaymentRoutingCandidate:
    'A connector account that routing looked at, and the filter that left it out; without one the account could take the payment.',
  PaymentRoutingDecision:
    'The choice of a connector account: what was known, which rule fired, what was looked at. The same versions, facts and draw lead to the same choice.',
  PaymentRoutingFacts: 'The values of the payment that rules and scores compared, and no others.',
  PaymentRoutingFilter: 'The field of a payment or of an account by which the account was left out.',
  PaymentRoutingHealth:
    'Why an account came after all healthy ones: its processor fails too often (`breaker_open`), or no worker of its connector runs.',
  PaymentRoutingResponse: 'Why each attempt of a payment went where it went.',
  PaymentRoutingRule: 'The rule that fired.',
  PaymentRoutingScores: 'What the scores of dynamic routing did to the choice.',
  PaymentRoutingSource:
    "What named the accounts: the payment's own credentials, its `connector` or `routing`, the account that saved the payment method, its own algorithm (`inline`), the active algorithm, scores, or the default order.",
  PaymentData: 'The amount, in minor units, and the currency for which a 3-D Secure rule decides.',
  PaymentMethodMetaData: 'The card network and the way the card was found, for which a 3-D Secure rule decides.',
  ProgramConditionalConfigs:
    'Rules of the 3DS decision manager: the first rule that holds decides, and without one the default.',
  ProgramConnectorSelection:
    'Rules that choose connectors: the first rule that holds decides, and without one the default.',
  ProgramSurchargeDecisionConfigs:
    'Rules about surcharges: the first rule that holds decides, and without one the default.',
  ProgramThreeDsDecisionRule: 'Rules about 3-D Secure: the first rule that holds decides, and without one the default.',
  ProfileDefaultRoutingConfig: 'The default order of the connector accounts of a profile.',
  RoutableConnectorChoice: "A connector, and which of the merchant's accounts at it.",
  RoutingAlgorithmKind:
    'The kind of a routing algorithm: one connector, an order, shares, rules, by success (`dynamic`), or rules about 3-D Secure.',
  RoutingConfigRequest: 'A new routing algorithm for a profile. It acts once it is activated.',
  RoutingDictionary: 'The routing algorithms of a merchant, and which one is active.',
  RoutingDictionaryRecord: 'A routing algorithm in a list, without its rules.',
  RuleConditionalConfigs:
    'A rule of the 3DS decision manager: its name, its decision, and statements of which one must hold.',
  RuleConnectorSelection:
    'A rule that chooses connectors: its name, its choice, and statements of which one must hold.',
  RuleSurchargeDecisionConfigs:
    'A rule about surcharges: its name, its surcharge, and statements of which one must hold.',
  RuleThreeDsDecisionRule: 'A rule about 3-D Secure: its name, its decision, and statements of which one must hold.',
  StaticRoutingAlgorithm: 'A routing algorithm. `type` says which kind, and so what `data` has.',
  SurchargeDecisionConfigRequest: 'The surcharge rules, for all payments of the merchant.',
  SurchargeDecisionConfigs: 'The surcharge that a rule decides; without `surcharge_details`, none.',
  SurchargeDecisionManagerRecord: 'The stored surcharge rules.',
  SurchargeDetailsOutput: 'A surcharge and the rate of the tax on it.',
  SurchargeOutput: 'A surcharge as a fixed amount in minor units or as a rate of the amount, as `type` says.',
  ThreeDSDecision:
    'Whether the payment is authenticated: not at all, with a challenge (required or preferred), or with the request for an exemption.',
  ThreeDSDecisionRule: 'The decision of a rule about 3-D Secure.',
  ThreeDsDecisionRuleExecuteRequest:
    'The facts about a payment for which the 3-D Secure rules are tried. No payment is made.',
  ThreeDsDecisionRuleExecuteResponse: 'What the 3-D Secure rules decide for these facts.',
  TransactionType: 'What a routing algorithm is for: payments, payouts, or the authentication of payments.',
  ValueType:
    'The value of a comparison; `type` says whether it is a number, a word, a text, a list or a key of the metadata.',
  SuccessBasedRoutingConfig: 'How success rates are counted: by which values of a payment, and over how many payments.',
  SuccessBasedRoutingConfigBody:
    'The blocks of payments that a success rate is counted from, and how much is explored.',
  CurrentBlockThreshold: 'When a block of payments is full: after a number of payments, or after a time.',
  SuccessRateSpecificityLevel: 'Whether success rates are of the merchant alone, or shared by all merchants.',
  DynamicRoutingConfigParams: 'A value of a payment by which scores are kept apart.',
  DynamicRoutingFeatures: 'What scores do: they order accounts, they are only kept and shown, or they are off.',
  DecisionEngineSuccessRateData: 'Terms of another engine. No other engine decides.',
  DecisionEngineSRSubLevelInputConfig: 'Terms of another engine for one payment method. No other engine decides.',
  DecisionEngineGatewayWiseExtraScore: 'An extra score of a processor at another engine. No other engine decides.',
  DecisionEngineEliminationData: 'The threshold of another engine. No other engine decides.',
  EliminationRoutingConfig: 'The bucket of failures that each account has.',
  EliminationAnalyserConfig: 'The size of a bucket of failures, and how fast it leaks.',
  ContractBasedRoutingConfig: 'Contracts with processors: how many payments an account is to take until a time.',
  ContractBasedRoutingConfigBody: 'How contracts are weighed against each other.',
  ContractBasedTimeScale: 'The unit of the time that a contract has left.',
  LabelInformation: 'The contract of one connector account.',
  RoutingVolumeSplitResponse: 'The share of payments that scores route.',
  DecideGatewayResponse: 'Where a payment would go, and why.',
  DeRoutableConnectorChoice: "A connector account of the merchant's, by the names of another engine of routing.",
  OpenRouterDecideGatewayRequest: 'A payment that was not made, and how the gateways are ranked for it.',
  PaymentInfo: 'A payment that was not made.',
  PaymentRoutingExploration: 'How success rates order the accounts, and how many payments try another one first.',
  PaymentRoutingRequested: 'What a payment names by its `connector` or `routing`, as a routing algorithm.',
  PaymentRoutingScoredAccount: 'What the scores said of an account.',
  PaymentRoutingScoreInputs: 'What the scores said when they ordered the accounts: enough to order them again.',
  PriorityLogicData: 'An algorithm, and whether it decided.',
  PriorityLogicOutput: 'What the active algorithm decided.',
  RankingAlgorithm:
    'What ranks the gateways: success rates, where the profile has them (`SR_BASED_ROUTING`), or rules alone (`PL_BASED_ROUTING`). `NTW_BASED_ROUTING` is refused with 501.',
  RoutableConnectors: 'The name of a connector.',
  TxnStatus:
    'The status of a payment. The processor approved it: `AUTHORIZED`, `CHARGED`, `PARTIAL_CHARGED`, `CAPTURE_INITIATED`, `CAPTURE_FAILED`, `VOIDED_POST_CHARGE`, `AUTO_REFUNDED`. It declined it: `AUTHORIZATION_FAILED`, `FAILURE`, `DECLINED`. Any other status is accepted and does not count.',
  UpdateScorePayload: 'How an evaluated payment ended that was made elsewhere.',
  UpdateScoreResponse: 'What the report did.',
  RoutingEvaluateRequest: 'Values for which the rules of an algorithm are evaluated.',
  RoutingEvaluateResponse: 'What the rules of an algorithm choose.',
  RuleMigrationResult: 'The stored algorithms of a profile, by whether this release reads them.',
  RuleMigrationResponse: 'A stored algorithm that this release reads.',
  RuleMigrationError: 'A stored algorithm that this release cannot read.',
};
