import type { OperationWords } from './operation-words';

/** Lists, filters and counts of payments. */
export const paymentLists: OperationWords = {
  'List all Payments': {
    summary: 'List payments',
    description:
      'Returns the payments of the merchant, newest first. The query limits the list by customer and by time, and pages with `starting_after` and `ending_before`.',
  },
  'Filter Payments': {
    summary: 'Search payments',
    description:
      'Returns the payments that match all filters of the body, with their total count. Empty filters match every payment. `limit` and `offset` select the page.',
  },
  'List all Payments of a Profile': {
    summary: 'List payments of a profile',
    description:
      'Returns the payments of one profile, newest first. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'Filter Payments of a Profile': {
    summary: 'Search payments of a profile',
    description:
      'Returns the payments of one profile that match all filters of the body. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'List the values Payments are filtered by': {
    summary: 'List filter values of payments in a time range',
    description:
      'Returns the connectors, currencies, statuses, methods and authentication types that payments of a time range have. A dashboard fills its filter lists with them.',
  },
  'List the values all Payments are filtered by': {
    summary: 'List all filter values of payments',
    description:
      'Returns every value by which payments of this merchant can be filtered. The connectors are those of the connector accounts; the other lists are the values of the interface.',
  },
  'List the values all Payments are filtered by of a Profile': {
    summary: 'List all filter values of a profile',
    description:
      'Returns every value by which payments of one profile can be filtered. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
  'Count Payments by status': {
    summary: 'Count payments by status',
    description:
      'Returns the number of payments of each status in a time range. Statuses without a payment have the count 0.',
  },
  'Count Payments by status of a Profile': {
    summary: 'Count payments of a profile by status',
    description:
      'Returns the number of payments of each status in a time range, for one profile. The header `X-Profile-Id` selects the profile; without it the default profile is used.',
  },
};
