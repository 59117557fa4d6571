import type { OperationWords } from './operation-words';

/** What the operator and the protection against fraud need. */
export const operatorCalls: OperationWords = {
  Health: {
    summary: 'Check the gateway',
    description:
      'Answers `health is good` while this process runs. `/health/ready` also checks the servers that it needs.',
  },
  'Retrieve the Feature Matrix': {
    summary: 'List what connectors support',
    description:
      'Returns each connector with its payment methods, currencies, countries, capture methods and webhooks. The call needs no key.',
  },
  'Create Gsm Rule': {
    summary: 'Create an error rule',
    description:
      'Stores how one error of a connector is treated: retried at another connector or not, and with which words for the customer. Connector, flow, sub flow, code and message identify the rule.',
  },
  'Retrieve Gsm Rule': {
    summary: 'Retrieve an error rule',
    description: 'Returns the rule for one error of a connector. The body has all five parts of its identity.',
  },
  'Update Gsm Rule': {
    summary: 'Update an error rule',
    description: 'Changes the treatment of one error of a connector. Fields that the body leaves out stay as they are.',
  },
  'Delete Gsm Rule': {
    summary: 'Delete an error rule',
    description: 'Deletes the rule for one error of a connector. The error then has the default treatment.',
  },
  'Create a Config': {
    summary: 'Create a config',
    description:
      'Stores a value under a new key. Some keys change how the service works; all other keys are only stored.',
  },
  'Retrieve a Config': {
    summary: 'Retrieve a config',
    description: 'Returns the value that is stored under a key.',
  },
  'Update a Config': {
    summary: 'Update a config',
    description: 'Replaces the value that is stored under a key. A key without a value is refused with 404.',
  },
  'Delete a Config': {
    summary: 'Delete a config',
    description: 'Deletes a key with its value, and returns both.',
  },
  'Create Card Information': {
    summary: 'Create card information',
    description:
      'Stores the issuer, network, type and country of the cards that begin with these digits. Payments fill missing card fields with it.',
  },
  'Update Card Information': {
    summary: 'Update card information',
    description:
      'Changes the information of the cards that begin with these digits. Fields that the body leaves out stay as they are.',
  },
  'Upload Card Information': {
    summary: 'Upload card information',
    description:
      'Stores the rows of a CSV file of card information. The answer has one entry for each row, with the error of a row that was refused.',
  },
  'Retrieve Card Information': {
    summary: 'Retrieve card information',
    description:
      'Returns the issuer, network, type and country of the cards that begin with these digits. A checkout can use it while the customer types.',
  },
  'Create Card Issuer': {
    summary: 'Create a card issuer',
    description: 'Adds a name to the list of card issuers. Blocking rules of profiles choose from this list.',
  },
  'List Card Issuers': {
    summary: 'List card issuers',
    description: 'Returns card issuers whose name contains the text of the query.',
  },
  'Update Card Issuer': {
    summary: 'Update a card issuer',
    description: 'Changes the name of a card issuer.',
  },
  'Delete Card Issuer': {
    summary: 'Delete a card issuer',
    description: 'Deletes a card issuer from the list.',
  },
  'Block a Fingerprint': {
    summary: 'Block a card or its first digits',
    description:
      'Adds a card fingerprint or the first digits of cards to the blocklist of the merchant. Payments with such a card fail while the guard is on.',
  },
  'Unblock a Fingerprint': {
    summary: 'Unblock a card or its first digits',
    description: 'Removes an entry from the blocklist of the merchant, and returns it.',
  },
  'List Blocked fingerprints of a particular kind': {
    summary: 'List the blocklist',
    description: 'Returns the blocked entries of one kind. `limit` and `offset` select the page.',
  },
  'Toggle blocklist guard for a particular merchant': {
    summary: 'Switch the blocklist',
    description: 'Turns the check of the blocklist on or off for the merchant. The entries stay stored.',
  },
  'Upload a batch blocklist CSV': {
    summary: 'Upload blocklist entries',
    description:
      'Accepts a CSV file of entries for the blocklist and starts a job. The answer comes before the job ends and has its id.',
  },
  'List batch blocklist jobs': {
    summary: 'List blocklist uploads',
    description: 'Returns the upload jobs of the merchant, newest first. `limit` and `offset` select the page.',
  },
  'Get batch blocklist job status': {
    summary: 'Retrieve a blocklist upload',
    description: 'Returns an upload job with its status and the counts of its rows.',
  },
  'Invalidate a Cache Entry': {
    summary: 'Drop a cache entry',
    description:
      'Drops what the gateway caches under a key: an account under a merchant id, card information under six or eight digits, and all API keys. The next request reads the database. A key that names nothing drops nothing else.',
  },
};
