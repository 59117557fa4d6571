import type { SchemaWords } from './schema-words';

/** What the operator maintains, and errors. */
export const operatorSchemas: SchemaWords = {
  BatchBlocklistJobStatusResponse:
    'An uploaded file of blocked values: how many of its rows are done, and how many failed.',
  BatchBlocklistUploadResponse: 'The job that reads an uploaded file of blocked values.',
  BlocklistRequest: 'What is blocked or unblocked; `type` says what `data` is.',
  BlocklistResponse: 'A blocked value: its fingerprint or digits, and since when it is blocked.',
  CardInfoCreateRequest: 'What is known about the cards whose numbers begin with these digits.',
  CardInfoMigrationResponse: 'The outcome of one line of a file of card information.',
  CardInfoResponse: 'What is known about a card by its first digits: issuer, network, kind and country.',
  CardInfoUpdateRequest: 'A change of what is known about the cards whose numbers begin with these digits.',
  CardIssuerDeleteResponse: 'Says that the card issuer is deleted.',
  CardIssuerListResponse: 'The card issuers that match.',
  CardIssuerRequest: 'The name of a new card issuer.',
  CardIssuerResponse: 'A bank or company that issues cards, by its id and the name under which it is listed.',
  CardIssuerUpdateRequest: 'The new name of a card issuer.',
  ConfigCreateRequest: 'A setting of the whole installation by its key, with its value as text.',
  ConfigResponse: 'A setting of the whole installation with its value.',
  ConfigUpdateRequest: 'The new value of a setting.',
  Country: 'A country by its English name, as routing rules write it.',
  CountryAlpha2: 'A country by the two letters of ISO 3166.',
  CountryAlpha3: 'A country by the three letters of ISO 3166.',
  Currency:
    'A currency by the three letters of ISO 4217. It decides what a minor unit is: EUR has two decimals, JPY none, KWD three.',
  ErrorCategory:
    'The cause of an error as statistics count it. A `hard_decline` will be declined again; a `soft_decline` may not.',
  IncidentResponse: 'What needs a person: about which object, why, and what happened since.',
  ResolveIncidentRequest: 'Who resolves an incident, and why.',
  ForexConversionResponse: 'The converted amount as a decimal of the currency.',
  ForexFactors: 'The rates between a currency and the base currency in both directions.',
  ForexRates: 'The base currency, and the rates of the other currencies.',
  ForexRatesResponse: 'The rates between currencies, and their age: a time in seconds since 1970.',
  GenericErrorResponseOpenApi:
    'An error: what kind it is, its code, and a message in English. `fields` lists every problem of the request where there are several.',
  GsmCreateRequest:
    'A rule for an error of a connector: its unified code and message, and whether another attempt may help.',
  GsmDecision: 'Whether another attempt is made after the error (`retry`) or not (`do_default`).',
  GsmDeleteRequest: 'The error whose rule is deleted.',
  GsmDeleteResponse: 'Says whether a rule for the error was deleted.',
  GsmFeature: 'What a rule for an error decides: whether another attempt is made.',
  GsmFeatureData: 'The details of what a rule for an error decides. The only key names the feature.',
  GsmResponse: 'A rule for an error of a connector.',
  GsmRetrieveRequest: 'The error whose rule is read.',
  GsmUpdateRequest: 'A change of a rule for an error. Fields that are left out stay as they are.',
  ListBatchBlocklistJobsResponse: 'A page of uploaded files of blocked values with the number of all.',
  ListBlocklistResponse: 'A page of blocked values with the number of all.',
  NullObject: 'No data: the value is null.',
  RetryFeatureData:
    'How another attempt is made after the error: with 3-D Secure, with the full card number, or over another network.',
  ToggleBlocklistResponse: 'Whether the blocklist is now checked for the merchant.',
  UnreadableBodyResponse:
    'An error about a body that does not have the shape of its request. The kind is under `error_type` here, as published.',
};
