/** What the operations of a tag are about. */
export const tagWords: Readonly<Record<string, string>> = {
  Organization: 'Groups of merchant accounts.',
  'Merchant Account': 'Merchants, and the keys that seal their data.',
  'API Key': 'Secret keys for the servers of merchants.',
  Profile: 'Businesses of a merchant, each with its own settings.',
  Event: 'What was sent to the webhook endpoints of a merchant, and what they answered.',
  'Profile Acquirer': 'How a profile is known to acquirers.',
  'Merchant Connector Account': 'Accounts of a merchant at processors.',
  Payments: 'Payments from creation to capture, cancellation and review.',
  'Payment Link Domains': 'Domains of a merchant under which its payment pages answer.',
  Refunds: 'Money that goes back to customers.',
  Disputes: 'Charges that customers dispute at their banks, and the evidence against that.',
  Payouts: 'Money that goes to sellers, winners and others.',
  Customers: 'Customers of a merchant.',
  'Ephemeral Keys': 'Short-lived keys for the app of one customer.',
  Mandates: 'Permissions to charge a customer later.',
  'Payment Methods': 'Payment methods of a checkout, and saved ones.',
  Files: 'Documents of a merchant, such as evidence in disputes.',
  Blocklist: 'Cards that a merchant refuses.',
  Cards: 'What is known about cards by their first digits.',
  'Card Issuer': 'Banks that issue cards.',
  Gsm: 'How errors of connectors are treated.',
  Config: 'Values of the whole system.',
  Cache: 'What the gateway caches.',
  Authentication: 'Authentications (3DS) of customers without a payment.',
  Relay: 'Operations on objects of a processor that did not go through this service.',
  Routing: 'Algorithms of a merchant: rules that decide about 3DS.',
  '3DS Decision Rule': 'Decisions by these rules whether a payment should be authenticated.',
  Forex: 'Rates between currencies, from a file of the operator.',
  Poll: 'Polls of running authentications.',
  'Feature Matrix': 'What each connector supports.',
  Operations: 'What waits for an outcome, incidents, and the way of one payment, for the operator.',
  Health: 'Whether the gateway runs, for probes and monitoring.',
  Pages: 'Pages that open in the browser of a customer. Their addresses come with answers; no merchant builds them.',
  'Processor Webhooks': 'Where processors report what happened to payments.',
  Documentation: 'This reference, and what leads to it.',
  'Apple Pay': 'What Apple Pay reads.',
};

/** A group of tags in the navigation of the reader (`x-tagGroups`). Its name is no tag's: the reader cannot distinguish them. */
export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

const operators = 'Operators';

/** What a merchant needs first stands first. */
const tagGroups: readonly TagGroup[] = [
  {
    name: 'Accept payments',
    tags: [
      'Payments',
      'Refunds',
      'Disputes',
      'Payouts',
      'Customers',
      'Payment Methods',
      'Mandates',
      'Files',
      'Payment Link Domains',
      'Ephemeral Keys',
      'Authentication',
      'Poll',
      'Relay',
      'Event',
    ],
  },
  {
    name: 'Settings of a merchant',
    tags: [
      'Profile',
      'Merchant Connector Account',
      'Routing',
      '3DS Decision Rule',
      'Blocklist',
      'Feature Matrix',
      'Forex',
      'API Key',
    ],
  },
  {
    name: operators,
    tags: [
      'Merchant Account',
      'Organization',
      'Profile Acquirer',
      'Gsm',
      'Cards',
      'Card Issuer',
      'Config',
      'Cache',
      'Health',
    ],
  },
  { name: 'Called by others', tags: ['Pages', 'Processor Webhooks', 'Apple Pay', 'Documentation'] },
];

/** The groups of these tags, which together name each of them once. A tag that no group names is the operators'. */
export function tagGroupsOf(tags: readonly string[]): TagGroup[] {
  const grouped = new Set(tagGroups.flatMap((group) => group.tags));
  const others = tags.filter((tag) => !grouped.has(tag));
  return tagGroups
    .map((group) => ({
      name: group.name,
      tags: [...group.tags.filter((tag) => tags.includes(tag)), ...(group.name === operators ? others : [])],
    }))
    .filter((group) => group.tags.length > 0);
}

/** What each security scheme is. */
export const schemeWords: Readonly<Record<string, string>> = {
  admin_api_key: 'The admin key of the operator.',
  api_key: 'The secret key of a merchant. It stays on the server.',
  platform_api_key: 'The secret key of a platform account, for its own organization alone.',
  publishable_key: 'The publishable key of a merchant, for browsers.',
  client_secret: 'The `client_secret` of the payment or payment method, beside a publishable key.',
  ephemeral_key: 'A short-lived key for the app of one customer.',
};

const keyWords: Readonly<Record<string, string>> = {
  admin_api_key: 'the admin key',
  api_key: 'the secret key',
  platform_api_key: 'the secret key of the platform of the organization',
  publishable_key: 'the publishable key',
  client_secret: '`client_secret`',
  ephemeral_key: 'an ephemeral key',
};

/** The keys that open an operation, as a sentence. */
export function keySentence(security: readonly Readonly<Record<string, readonly string[]>>[] = []): string {
  const ways = security.map((schemes) =>
    Object.keys(schemes)
      .map((scheme) => keyWords[scheme] ?? scheme)
      .join(' with '),
  );
  return ways.length > 0 ? `Key: ${ways.join(', or ')}.` : 'No key is needed.';
}

/** Tags of operations that no merchant calls: they have no example. */
const calledByOthers: ReadonlySet<string> = new Set([
  'Pages',
  'Processor Webhooks',
  'Documentation',
  'Apple Pay',
  'Health',
]);

export const isForMerchants = (tags: readonly string[]): boolean => !tags.some((tag) => calledByOthers.has(tag));
