import type { OperationWords } from './operation-words';

/** Stored algorithms, what is in force of them, default orders, and decisions by 3DS rules. */
export const routing: OperationWords = {
  'Create a routing config': {
    summary: 'Store a routing algorithm',
    description:
      'Stores a routing algorithm of a profile and returns its record. The algorithm never changes, and it acts once it is activated. Everything that is wrong in it is refused at once, also connector accounts that the profile does not have or that are disabled; `error.fields` names each problem by its path.',
  },
  'List routing configs': {
    summary: 'List routing algorithms',
    description:
      'Lists the records of the routing algorithms, newest first: 100 of them without `limit`, at most 1,000. `active_id` is the active algorithm of the profile; without `profile_id` that of the default profile.',
  },
  'Retrieve a routing config': {
    summary: 'Retrieve a routing algorithm',
    description: 'Returns a routing algorithm with its rules, as it was stored.',
  },
  'Set the 3DS decision manager': {
    summary: 'Set the 3DS decision manager',
    description:
      'Sets the rules that decide whether the customer is authenticated (3DS), for every payment of the merchant whose request names no `authentication_type`. They replace the stored rules from the next account version; `name` may then be left out. `program` is another name of `algorithm`. Everything that is wrong in the rules is listed by its path.',
  },
  'Retrieve the 3DS decision manager': {
    summary: 'Retrieve the 3DS decision manager',
    description: 'Returns the rules about 3-D Secure as they were sent.',
  },
  'Delete the 3DS decision manager': {
    summary: 'Delete the 3DS decision manager',
    description: 'Deletes the rules about 3-D Secure: the `authentication_type` of each payment counts again.',
  },
  'Set the surcharge rules': {
    summary: 'Set the surcharge rules',
    description:
      'Sets the rules that decide which surcharge the customer pays for a payment method. They act on every payment without `surcharge_details` of its own, and replace the stored rules from the next account version; `name` may then be left out. Everything that is wrong in the rules is listed by its path.',
  },
  'Retrieve the surcharge rules': {
    summary: 'Retrieve the surcharge rules',
    description: 'Returns the surcharge rules as they were sent.',
  },
  'Delete the surcharge rules': {
    summary: 'Delete the surcharge rules',
    description: 'Deletes the surcharge rules: payments that are confirmed from then on have no surcharge by them.',
  },
  'List routing configs for profile': {
    summary: 'List the routing algorithms of a profile',
    description:
      'Lists the records of one profile, newest first: the named one, else the one of `X-Profile-Id`, else the default profile.',
  },
  'Retrieve active config': {
    summary: 'List the active routing algorithms',
    description: 'Lists the record of the active algorithm of each profile that has one.',
  },
  'Activate a routing config': {
    summary: 'Activate a routing algorithm',
    description:
      'Makes a stored algorithm the active one of its profile, in place of the one before, and returns its record. Payments that begin later follow it; payments under way end as they began. A 3DS decision rule does not replace the algorithm that chooses the accounts.',
  },
  'Deactivate a routing config': {
    summary: 'Deactivate the routing algorithm of a profile',
    description:
      'Deactivates the algorithm of the profile `profile_id` and returns its record. The default order decides from then on.',
  },
  'Retrieve default fallback config': {
    summary: 'Retrieve the default order of accounts',
    description:
      'Lists the connector accounts in the order in which they are considered where no algorithm decides: by default in order of creation, one profile after the other. A disabled account keeps its place and is passed over.',
  },
  'Update default fallback config': {
    summary: 'Change the default order of accounts',
    description: 'Sets the order. The request names every account of the current list once.',
  },
  'Retrieve default configs for all profiles': {
    summary: 'Retrieve the default orders by profile',
    description: 'Lists the default order of the connector accounts of each profile.',
  },
  'Update default configs for all profiles': {
    summary: 'Change the default order of a profile',
    description:
      'Sets the order of the accounts of one profile. The request names every account of the current list once.',
  },
  'Create a routing config for payouts': {
    summary: 'Store a routing algorithm for payouts',
    description:
      'Stores a routing algorithm that chooses among the payout accounts of a profile, and returns its record.',
  },
  'List routing configs for payouts': {
    summary: 'List the routing algorithms for payouts',
    description:
      'Lists the records of the routing algorithms for payouts, newest first: 100 of them without `limit`, at most 1,000.',
  },
  'List routing configs for payouts for profile': {
    summary: 'List the payout algorithms of a profile',
    description: 'Lists the records for payouts of one profile, newest first.',
  },
  'Retrieve active config for payouts': {
    summary: 'List the active payout algorithms',
    description: 'Lists the record of the active payout algorithm of each profile that has one.',
  },
  'Activate a routing config for payouts': {
    summary: 'Activate a payout algorithm',
    description: 'Makes a stored algorithm for payouts the active one of its profile, and returns its record.',
  },
  'Deactivate a routing config for payouts': {
    summary: 'Deactivate the payout algorithm of a profile',
    description: 'Deactivates the payout algorithm of the profile `profile_id` and returns its record.',
  },
  'Retrieve default fallback config for payouts': {
    summary: 'Retrieve the default order of payout accounts',
    description: 'Lists the payout accounts in the order in which they are considered where no algorithm decides.',
  },
  'Update default fallback config for payouts': {
    summary: 'Change the default order of payout accounts',
    description: 'Sets the order. The request names every account of the current list once.',
  },
  'Retrieve default configs for all profiles for payouts': {
    summary: 'Retrieve the default payout orders by profile',
    description: 'Lists the default order of the payout accounts of each profile.',
  },
  'Update default configs for all profiles for payouts': {
    summary: 'Change the default payout order of a profile',
    description:
      'Sets the order of the payout accounts of one profile. The request names every account of the current list once.',
  },
  'Execute 3DS Decision Rule': {
    summary: 'Execute a 3DS decision rule',
    description:
      'Decides by a stored rule whether a payment should be authenticated (3DS). The first rule that holds decides; without one, `defaultSelection` does. A value that the request does not have makes every comparison with it false. Nothing is stored, and no payment changes.',
  },
  'Create success based dynamic routing algorithm': {
    summary: 'Set up routing by success rates',
    description:
      'Stores how success rates are counted, and switches the feature: `dynamic_connector_selection` lets them order the accounts of a payment, `metrics` only keeps and shows them. What the request does not name has its usual value.',
  },
  'Toggle success based dynamic routing algorithm': {
    summary: 'Switch routing by success rates',
    description:
      'Switches the feature under its present terms, at first under the usual ones. A switch that changes nothing is refused with IR_16.',
  },
  'Update success based dynamic routing configs': {
    summary: 'Change how success rates are counted',
    description: 'Stores new terms under an id of their own and returns their record. The feature stays as it is.',
  },
  'Create elimination routing algorithm': {
    summary: 'Set up the elimination of failing accounts',
    description:
      'Stores the bucket of failures that each account has, and switches the feature. An account whose bucket is full comes last until it has leaked.',
  },
  'Toggle elimination routing algorithm': {
    summary: 'Switch the elimination of failing accounts',
    description:
      'Switches the feature under its present terms, at first under the usual ones. A switch that changes nothing is refused with IR_16.',
  },
  'Update elimination routing configs': {
    summary: 'Change the elimination of failing accounts',
    description: 'Stores new terms under an id of their own and returns their record. The feature stays as it is.',
  },
  'Toggle contract routing algorithm': {
    summary: 'Switch routing by contracts',
    description:
      'Switches the feature, with new terms where the request has any. An account with an unmet contract comes before accounts without one.',
  },
  'Update contract based dynamic routing configs': {
    summary: 'Change the contracts with processors',
    description: 'Stores new terms under an id of their own and returns their record. The feature stays as it is.',
  },
  'Set the volume split of dynamic routing': {
    summary: 'Set the share of dynamic routing',
    description: 'Sets the share of payments, in percent, that scores route. The others follow the static algorithm.',
  },
  'Retrieve the volume split of dynamic routing': {
    summary: 'Retrieve the share of dynamic routing',
    description: 'Returns the share of payments, in percent, that scores route: 100 until it is set.',
  },
  'Evaluate routing rules': {
    summary: 'Evaluate routing for a payment that was not made',
    description:
      'Decides to which connector account a payment would go, with the code and the settings that decide about payments of the profile, and says why in `decision`, in the form of `GET /payments/{payment_id}/routing`. A gateway is a connector account, `connector:merchant_connector_id`. `merchantId` is the caller. No payment is made. Where the profile has dynamic routing, the outcome of the payment can be reported for 24 hours with `POST /routing/feedback`.',
  },
  'Update gateway scores': {
    summary: 'Report the outcome of an evaluated payment',
    description:
      'Reports how a payment ended that `POST /routing/evaluate` decided and that was made elsewhere. It counts in the scores of the profile like a payment that is made here, once: a repeated report changes nothing and gets the same answer. Send the report with the same `X-Profile-Id` as the evaluation.',
  },
  'Migrate routing rules': {
    summary: 'Check that stored routing algorithms are readable',
    description:
      'Lists the stored algorithms of a profile, newest first, by whether this release reads them: 50 of them without `limit`, at most 1,000. One engine decides here, so no algorithm moves to another one, and nothing is changed.',
  },
  'Evaluate routing rules (alternative)': {
    summary: 'Evaluate the rules of an algorithm',
    description:
      'Evaluates an algorithm for values that the request names by the keys of the rule language. `created_by` is an algorithm, or a profile, whose active algorithm is evaluated; without an active algorithm, `fallback_output` counts. Nothing is stored.',
  },
};
