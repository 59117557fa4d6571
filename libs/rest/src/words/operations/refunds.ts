import type { OperationWords } from './operation-words';

/** Refunds, their lists and their counts. */
export const refunds: OperationWords = {
  'Create a Refund': {
    summary: 'Create a refund',
    description:
      'Returns money of a captured payment to the customer, all of it or a part. Several refunds may follow each other up to the captured amount. A refund with the status `pending` ends later, and a webhook reports it.',
  },
  'Retrieve a Refund': {
    summary: 'Retrieve a refund',
    description:
      'Returns a refund with its current status. `force_sync` asks the processor first if the outcome is still open.',
  },
  'Update a Refund': {
    summary: 'Update a refund',
    description: 'Changes the reason and the metadata of a refund. The amount and the status never change.',
  },
  'List all Refunds': {
    summary: 'List refunds',
    description:
      'Returns the refunds that match all filters of the body, newest first, with their total count. Empty filters match every refund.',
  },
  'List all Refunds of a Profile': {
    summary: 'List refunds of a profile',
    description:
      'Returns the refunds of one profile that match all filters of the body. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'Sync a Refund': {
    summary: 'Sync a refund',
    description:
      'Returns a refund as `GET /refunds/{refund_id}` does, with the id in the body. With `force_sync` the service asks the processor first.',
  },
  'List the values Refunds are filtered by': {
    summary: 'List filter values of refunds in a time range',
    description:
      'Returns the connectors, currencies and statuses that refunds of a time range have. A dashboard fills its filter lists with them.',
  },
  'List the values all Refunds are filtered by': {
    summary: 'List all filter values of refunds',
    description:
      'Returns every value by which refunds of this merchant can be filtered. The connectors are those of the connector accounts; the other lists are the values of the interface.',
  },
  'List the values all Refunds are filtered by of a Profile': {
    summary: 'List all filter values of refunds of a profile',
    description:
      'Returns every value by which refunds of one profile can be filtered. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'Count Refunds by status': {
    summary: 'Count refunds by status',
    description:
      'Returns the number of refunds of each status in a time range. Statuses without a refund have the count 0.',
  },
  'Count Refunds by status of a Profile': {
    summary: 'Count refunds of a profile by status',
    description:
      'Returns the number of refunds of each status in a time range, for one profile. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'Settle a Refund by hand': {
    summary: 'Declare the outcome of a refund',
    description:
      'Lets the operator enter what the processor did with a refund, when the service cannot find it out. Only an open refund can change. The processor is not called.',
  },
};
