import type { OperationWords } from './operation-words';

/** Profiles, their acquirers, and connector accounts. */
export const profiles: OperationWords = {
  'Create A Profile': {
    summary: 'Create a profile',
    description:
      'Creates a profile: one business of a merchant with its own settings, connector accounts and webhooks. Fields that the body leaves out are taken from the merchant account, else from the defaults. With a second profile the merchant has no default profile any more: each payment then names its `profile_id`.',
  },
  'List Profiles': {
    summary: 'List profiles',
    description: 'Returns all profiles of a merchant account, the oldest first.',
  },
  'Retrieve a Profile': {
    summary: 'Retrieve a profile',
    description: 'Returns a profile with all of its settings. Secrets are masked.',
  },
  'Update a Profile': {
    summary: 'Update a profile',
    description:
      'Changes settings of a profile. Fields that the body leaves out stay as they are. Payments that exist already keep the settings with which they were created.',
  },
  'Delete the Profile': {
    summary: 'Delete a profile',
    description:
      'Deletes a profile. The default profile cannot be deleted. Its connector accounts stay, so that authorized payments can still be captured.',
  },
  'Toggle Extended Card Info of a Profile': {
    summary: 'Switch the encrypted card of payments',
    description:
      'Enables or disables `GET /payments/{payment_id}/extended_card_info` for a profile. The profile also needs a public key in `extended_card_info_config`.',
  },
  'Toggle Connector Agnostic MIT of a Profile': {
    summary: 'Switch charges of saved cards at other connectors',
    description:
      'Enables or disables charges of a saved card at another connector than the one that saved it. The service then uses the network transaction id of the first payment.',
  },
  'Send a Test Webhook': {
    summary: 'Send a test webhook',
    description:
      'Sends one signed event of the type `webhook_test` to the `webhook_url` of the profile, and returns the status of the answer and how long it took, never its body. The event is sent once: it is not stored and not retried. A merchant has ten tests a minute.',
  },
  'List the Profile that a header names': {
    summary: 'Retrieve the profile of a header',
    description:
      'Returns a list with the one profile that the header `X-Profile-Id` names; without the header, the profiles of the merchant account.',
  },
  'Create a Profile Acquirer': {
    summary: 'Create an acquirer of a profile',
    description:
      'Stores how a profile is known to one acquirer and card network: ids, country and fraud rate. One acquirer of a profile is the default.',
  },
  'Update a Profile Acquirer': {
    summary: 'Update an acquirer of a profile',
    description: 'Changes an acquirer of a profile. Fields that the body leaves out stay as they are.',
  },
  'Create a Merchant Connector': {
    summary: 'Create a connector account',
    description:
      'Stores the credentials of a merchant at a processor, and the payment methods to use there. The credentials are sealed at once; answers show them masked.',
  },
  'Verify the credentials of a Merchant Connector': {
    summary: 'Check credentials at a processor',
    description:
      'Asks a processor whether it accepts credentials, by a lookup that moves no money. Accepted credentials get an empty answer, refused ones 422. Nothing is stored. A merchant has ten checks a minute.',
  },
  'Verify domains for Apple Pay': {
    summary: 'Verify domains for Apple Pay',
    description:
      'Has Apple verify domains of a shop for a connector account whose `connector_wallets_details` have the certificate of the merchant. Each domain must serve the file by which Apple recognizes it. All domains are stored, or none. A repeated call adds the new ones. A merchant has ten calls a minute.',
  },
  'List the verified domains of Apple Pay': {
    summary: 'List the verified domains of Apple Pay',
    description:
      'Returns the domains that Apple verified for a connector account. Pages on them may name themselves by the header `X-Merchant-Domain` when they request session tokens. A connector account whose settings name another merchant at Apple starts anew.',
  },
  'List all Merchant Connectors': {
    summary: 'List connector accounts',
    description: 'Returns all connector accounts of a merchant account, without credentials.',
  },
  'Retrieve a Merchant Connector': {
    summary: 'Retrieve a connector account',
    description: 'Returns a connector account with its payment methods. Credentials are masked.',
  },
  'Update a Merchant Connector': {
    summary: 'Update a connector account',
    description:
      'Changes a connector account. Fields that the body leaves out stay as they are. New payments use the new settings within seconds.',
  },
  'Delete a Merchant Connector': {
    summary: 'Delete a connector account',
    description:
      'Deletes a connector account. New payments cannot use it. Operations of existing payments need it, so disable an account first and delete it later.',
  },
  'List the Merchant Connectors of a Profile': {
    summary: 'List connector accounts of a profile',
    description:
      'Returns the connector accounts of the profile that the header `X-Profile-Id` names; without the header, of all profiles.',
  },
  'List the refused webhooks of a connector account': {
    summary: 'List refused webhooks',
    description:
      'Returns counts of the processor webhooks that were refused, by reason, and the head of the last ones. Use it to find a wrong webhook secret.',
  },
};
