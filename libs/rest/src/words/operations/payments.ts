import type { OperationWords } from './operation-words';

/** The payment itself: creation, confirmation, and the operations that follow. */
export const payments: OperationWords = {
  'Create a Payment': {
    summary: 'Create a payment',
    description:
      'Creates a payment for an amount and a currency. With `confirm: true` the service also sends it to a processor at once; otherwise the payment waits for a confirmation. The answer has the status and, for a browser, the `client_secret`.',
  },
  'Retrieve a Payment': {
    summary: 'Retrieve a payment',
    description:
      'Returns a payment with its current status. `force_sync` asks the processor first. A browser sends the publishable key with the `client_secret` and sees fewer fields.',
  },
  'Update a Payment': {
    summary: 'Update a payment',
    description:
      'Changes a payment that is not confirmed yet. Fields that the body leaves out stay as they are. With `confirm: true` the service also confirms the payment.',
  },
  'Confirm a Payment': {
    summary: 'Confirm a payment',
    description:
      'Sends the payment to a processor with the payment method of the body, or with the stored one. If the customer must act, for example for 3DS, the answer has a `next_action`.',
  },
  'Initiate external authentication for a Payment': {
    summary: 'Authenticate the customer before the payment',
    description:
      'Asks the issuer to authenticate the customer of a payment with `request_external_three_ds_authentication: true`. The browser calls it after the 3DS method ran. If `trans_status` is `C`, the browser posts the challenge to `acs_url`. A success also authorizes the payment. The same call again gets the same result.',
  },
  'Capture a Payment': {
    summary: 'Capture a payment',
    description:
      'Captures the authorized amount, or a part of it. The payment must have the status `requires_capture` or `partially_captured_and_capturable`. A smaller capture ends the payment, except with `capture_method: manual_multiple`.',
  },
  'Cancel a Payment': {
    summary: 'Cancel a payment',
    description:
      'Ends a payment before its capture. If the amount is already authorized, the service voids the authorization at the processor. A cancelled payment cannot be confirmed again.',
  },
  'Cancel a Payment Post Capture': {
    summary: 'Void a captured payment',
    description:
      'Voids a captured payment before the processor settles it, so that the customer is never charged. Only some connectors can do this. Use a refund after the settlement.',
  },
  'Cancel a Payment Post Capture Retrieve': {
    summary: 'Retrieve the void of a captured payment',
    description:
      'Returns the payment with the state of its last void after capture. The service asks the processor if the outcome is still open.',
  },
  'Increment authorized amount for a Payment': {
    summary: 'Increase the authorized amount',
    description:
      'Asks the processor to authorize a higher amount for the same payment. The payment must be authorized, not captured, and created with `request_incremental_authorization: true`. The body has the new total, not the difference.',
  },
  'Extend authorization period for a Payment': {
    summary: 'Extend the authorization',
    description:
      'Asks the processor to keep the authorization valid for longer. The payment must be authorized and not captured. `capture_before` of the answer has the new deadline.',
  },
  'Approve a Payment': {
    summary: 'Approve a payment in review',
    description:
      'Captures an authorized payment that the merchant reviewed. A payment without an authorization is refused with IR_14.',
  },
  'Reject a Payment': {
    summary: 'Reject a payment in review',
    description:
      'Ends a payment after a review, and voids its authorization. A payment that no processor has becomes `cancelled`. A payment that has ended is refused.',
  },
  'Complete Authorize a Payment': {
    summary: 'Complete an authorization',
    description:
      'Continues a payment after the customer acted, for example after the approval of a PayPal order. The body may add the shipping address. A browser must send the `client_secret`.',
  },
  'Calculate Tax for a Payment': {
    summary: 'Calculate the tax of a payment',
    description:
      'Returns the amounts of a payment with tax and shipping, for the shipping address of a wallet sheet. The amounts are given in minor units and as text in the main unit.',
  },
  'Update Metadata for a Payment': {
    summary: 'Update the metadata of a payment',
    description:
      'Replaces keys of the metadata of a payment in any state. Keys that the body leaves out stay. Amounts and the status never change.',
  },
  'Sync a Payment': {
    summary: 'Sync a payment',
    description:
      'Returns a payment as `GET /payments/{payment_id}` does, with the id in the body. With `force_sync` the service asks the processor first.',
  },
  'Create Session tokens for a Payment': {
    summary: 'Create session tokens of wallets',
    description:
      'Returns what a checkout needs to open wallets such as Google Pay, Apple Pay or PayPal for this payment. Each enabled wallet has one entry. A wallet that is not set up is left out.',
  },
  'Create Post Session Tokens for a Payment': {
    summary: 'Create an order before the confirmation',
    description:
      'Creates the order at the processor that a wallet needs before its confirmation, for example a PayPal order. The answer has the data for the SDK. The amount stays the amount of the payment.',
  },
  'Submit Eligibility data for a Payment': {
    summary: 'Check a payment method before the confirmation',
    description:
      'Says if a confirmation with this payment method would be blocked. It checks the blocklist, the card testing guard and the blocked methods of the profile. Nothing is charged and nothing is counted.',
  },
  'Submit Eligibility Check data for a Payment': {
    summary: 'Check a payment method, short answer',
    description:
      'Says if a confirmation with this payment method would be blocked, with the next action of the SDK alone. Nothing is charged and nothing is counted.',
  },
  'Settle a Payment by hand': {
    summary: 'Declare the outcome of an attempt',
    description:
      'Lets the operator enter what the processor did, when the service cannot find it out. Only an open attempt can change, and only to a state that its machine allows. The processor is not called.',
  },
  'End the Review of a Payment': {
    summary: 'End the review of a payment',
    description:
      'Sets the outcome of a payment with the status `review`. The operator uses it after a manual check of the payment. Other payments are refused.',
  },
  'Retrieve the Routing of a Payment': {
    summary: 'Retrieve why a payment went where it went',
    description:
      'Returns, for each attempt, the connector accounts that were looked at with the filter that left each of them out, the algorithm and the rule that chose, the values of the payment that they compared, and the account that took the payment. An attempt has its decision from its first outcome on. An attempt that followed the route of an earlier one after a decline has `fallback_of` instead.',
  },
  'Retrieve the Card of a Payment': {
    summary: 'Retrieve the encrypted card of a payment',
    description:
      'Returns the card of a payment, encrypted with the public key of the merchant. The profile must enable it first. The card is available for a short time only, `ttl_in_secs` of the profile.',
  },
  'Retrieve Poll Status': {
    summary: 'Retrieve the status of a poll',
    description:
      'Returns the status of a poll that an authentication started. No authentication here starts a poll yet, so every id is answered with 404.',
  },
};
