import type { OperationWords } from './operation-words';

/** Organizations, merchant accounts and their keys. */
export const accounts: OperationWords = {
  'Create an Organization': {
    summary: 'Create an organization',
    description:
      'Creates an organization, which groups merchant accounts. Only the operator can call it, with the admin key.',
  },
  'Retrieve an Organization': {
    summary: 'Retrieve an organization',
    description: 'Returns an organization. Only the operator can call it, with the admin key.',
  },
  'Update an Organization': {
    summary: 'Update an organization',
    description:
      'Changes the name, the details and the metadata of an organization. Fields that the body leaves out stay as they are.',
  },
  'Create a Merchant Account': {
    summary: 'Create a merchant account',
    description:
      'Creates a merchant account with a default profile and a publishable key. The operator chooses the `merchant_id`, which must be new. Create an API key next.',
  },
  'Retrieve a Merchant Account': {
    summary: 'Retrieve a merchant account',
    description: 'Returns a merchant account with its publishable key and its default profile.',
  },
  'Update a Merchant Account': {
    summary: 'Update a merchant account',
    description:
      'Changes a merchant account. Fields that the body leaves out stay as they are. Settings that profiles also have act as defaults of new profiles.',
  },
  'Delete a Merchant Account': {
    summary: 'Delete a merchant account',
    description:
      'Deletes a merchant account with its profiles, connector accounts and keys. Its keys stop working within seconds. Payments stay stored.',
  },
  'List Merchant Accounts': {
    summary: 'List the merchant accounts of an organization',
    description: 'Returns all merchant accounts of the organization that the query names.',
  },
  'Enable/Disable KV for a Merchant Account': {
    summary: 'Switch the KV flag of a merchant account',
    description:
      'Stores the KV flag of a merchant account and returns it. The flag changes nothing else: data is always written to the database at once.',
  },
  'Retrieve the KV state of a Merchant Account': {
    summary: 'Retrieve the KV flag of a merchant account',
    description: 'Returns the stored KV flag of a merchant account. The flag changes nothing else.',
  },
  'Enable/Disable KV for all Merchant Accounts': {
    summary: 'Switch the KV flag of all merchant accounts',
    description:
      'Stores the KV flag of every merchant account and returns the number of changed accounts. The flag changes nothing else.',
  },
  'Make a Data Key of a Merchant Account': {
    summary: 'Create a data key',
    description:
      'Creates a new key that seals the personal data of this merchant. New data uses it at once; the service rewraps older data in the background.',
  },
  'Delete an older Data Key of a Merchant Account': {
    summary: 'Delete an older data key',
    description:
      'Deletes a data key that seals nothing any more. The newest key, and a key that some data still needs, cannot be deleted.',
  },
  'Create an API Key': {
    summary: 'Create an API key',
    description:
      'Creates a secret key for the server of a merchant. The answer is the only place that shows the whole key. Store it safely.',
  },
  'Retrieve an API Key': {
    summary: 'Retrieve an API key',
    description: 'Returns the name, the prefix and the expiration of an API key. The key itself is never shown again.',
  },
  'Update an API Key': {
    summary: 'Update an API key',
    description: 'Changes the name, the description or the expiration of an API key. The key itself stays the same.',
  },
  'Revoke an API Key': {
    summary: 'Revoke an API key',
    description: 'Ends an API key for ever. Every gateway refuses it within seconds.',
  },
  'List all API Keys associated with a merchant account': {
    summary: 'List API keys',
    description:
      'Returns the API keys of a merchant account, without the keys themselves. `limit` and `skip` select the page.',
  },
};
