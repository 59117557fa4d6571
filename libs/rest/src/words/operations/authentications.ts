import type { OperationWords } from './operation-words';

/** Authentications of customers without a payment. */
export const authentications: OperationWords = {
  'Create an Authentication': {
    summary: 'Create an authentication',
    description:
      'Creates an authentication (3DS) of a customer without a payment. Nothing is sent to the 3DS server before the card comes. Without a card it fails when its session ends, 15 minutes later unless the profile says otherwise. Its id can be used once.',
  },
  'Check Authentication Eligibility': {
    summary: 'Send the card of an authentication',
    description:
      'Sends the card to the 3DS server and returns what its issuer supports: the version of the protocol, and the page that fingerprints the browser. The same card again gets the same answer; another card is refused. A browser can call this with its publishable key and the client secret.',
  },
  'Authenticate an Authentication': {
    summary: 'Authenticate the customer',
    description:
      'Authenticates the customer at the 3DS server, once. The answer is the result, or the challenge that the browser opens. A repeated call gets the same answer. Only a secret key gets the proof; a payment takes it as `three_ds_data`.',
  },
  'Sync an Authentication': {
    summary: 'Retrieve an authentication',
    description:
      'Returns an authentication with its current status. While a challenge is open, the 3DS server is asked first, at most once in 2 seconds. Only a secret key gets the proof, and the data of the customer.',
  },
};
