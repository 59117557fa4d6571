import { authenticationExamples } from './authentications';
import { blocklistExamples } from './blocklist';
import { customerExamples } from './customers';
import { disputeExamples } from './disputes';
import { endpointExamples, eventExamples } from './events';
import type { Example } from './example';
import { fileExamples } from './files';
import { lastExamples } from './last';
import { operatorExamples } from './operator';
import { paymentLinkExamples } from './payment-links';
import { paymentExamples } from './payments';
import { payoutExamples } from './payouts';
import { profileExamples } from './profiles';
import { refundExamples } from './refunds';
import { relayExamples } from './relays';
import { dynamicRoutingExamples } from './dynamic-routing';
import { routingExamples } from './routing';

export { applePayOfShop } from './apple-pay';
export * from './example';
export { resolveExample } from './resolve-example';

/** Every example in the order in which a newcomer can send them: an example uses answers of earlier ones only. */
export const examples: readonly Example[] = [
  ...operatorExamples,
  ...profileExamples,
  ...endpointExamples,
  ...paymentExamples,
  ...paymentLinkExamples,
  ...refundExamples,
  ...disputeExamples,
  ...payoutExamples,
  ...relayExamples,
  ...authenticationExamples,
  ...routingExamples,
  ...dynamicRoutingExamples,
  ...customerExamples,
  ...blocklistExamples,
  ...fileExamples,
  ...eventExamples,
  ...lastExamples,
];
