import {
  captureMachine,
  captureOperation,
  extensionMachine,
  extensionOperation,
  incrementMachine,
  incrementOperation,
  openExtensionStates,
  openVoidStates,
  orderMachine,
  orderOperation,
  postCaptureVoidMachine,
  postCaptureVoidOperation,
} from '@payorch/operations';
import { answerMachine, answerOperation, openAnswerStates } from './disputes/domain/answer.machine';
import { disputeMachine, disputeStageMachine } from './disputes/domain/dispute.machine';
import {
  standaloneMachine,
  standaloneOperation,
  openAuthenticationStates,
} from './authentications/domain/standalone.machine';
import { mandateStatusMachine } from './mandates/domain/mandate-status.machine';
import { revocationMachine, revocationOperation } from './mandates/domain/revocation.machine';
import {
  attemptMachine,
  attemptOperation,
  attemptStatusIn,
  liveStates,
} from './payments/domain/attempts/attempt.machine';
import { authenticationMachine, authenticationOperation } from './authentications/domain/authentication.machine';
import { intentStatusIn } from './payments/domain/payment.status';
import { openRelayStates, relayMachine, relayOperations } from './relays/domain/relay.machine';

/** Where the operations of relays take place, but for refunds without a charge. */
const foreign = 'on an object of the processor that did not go through this service';

const isIn = (states: readonly string[]) => (state: string) => states.includes(state);

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Attempt',
    file: 'payments/domain/attempts/attempt.machine.ts',
    about:
      'The authorization with its captures, voids and increments. A payment has at most one attempt in a live state. Its public status is the one of its last attempt; an `authorized` attempt of less than the total, where the merchant accepts that, is shown as `partially_authorized`, and its payment as `partially_authorized_and_requires_capture`. An operator’s claim is shown in its place, and moves nothing.',
    machine: attemptMachine,
    starts: ['payment_method_awaited'],
    columns: { 'shown as': attemptStatusIn, 'payment status': intentStatusIn, live: isIn(liveStates) },
    operation: attemptOperation,
  },
  {
    title: 'Authentication outside the processor',
    file: 'authentications/domain/authentication.machine.ts',
    about:
      'An authentication (EMV 3-D Secure) precedes the authorization of its attempt, where the merchant requested it: the attempt is in `authentication_initiated`, then in `authenticating`, and is authorized only after `succeeded`. In any other end it fails.',
    machine: authenticationMachine,
    starts: ['pre_authenticating'],
    operation: authenticationOperation,
  },
  {
    title: 'Authentication without a payment',
    file: 'authentications/domain/standalone.machine.ts',
    about:
      'A merchant authenticates a customer without a payment at this service. It begins in `created`, until a card comes, and then follows the table of the authentication of an attempt.',
    machine: standaloneMachine,
    starts: ['created'],
    columns: { open: isIn(openAuthenticationStates) },
    operation: standaloneOperation,
  },
  {
    title: 'Capture',
    file: 'libs/operations/src/declared/capture.ts',
    about:
      'The only capture of a payment begins while its attempt is `authorized`, and follows the outcomes of the attempt in `capture_initiated`. With `manual_multiple` several captures may be under way: each follows this table by itself, and their sums move the attempt.',
    machine: captureMachine,
    starts: ['started'],
    operation: captureOperation,
  },
  {
    title: 'Increment of an authorization',
    file: 'libs/operations/src/declared/increment.ts',
    about:
      'An increment begins while its attempt is `authorized`, and follows the outcomes of the attempt in `increment_initiated`.',
    machine: incrementMachine,
    starts: ['processing'],
    operation: incrementOperation,
  },
  {
    title: 'Extension of an authorization',
    file: 'libs/operations/src/declared/extend.ts',
    about:
      'An extension begins while its attempt is `authorized`, one at a time, and does not change the state of the attempt.',
    machine: extensionMachine,
    starts: ['pending'],
    columns: { open: isIn(openExtensionStates) },
    operation: extensionOperation,
  },
  {
    title: 'Order',
    file: 'libs/operations/src/declared/create-order.ts',
    about:
      'An order is created before the confirmation, which then charges it. It moves no money and does not change the state of the attempt. A request for the same order syncs it while it is `pending`; no schedule does.',
    machine: orderMachine,
    starts: ['pending'],
    operation: orderOperation,
  },
  {
    title: 'Void after the capture',
    file: 'libs/operations/src/declared/post-capture-void.ts',
    about:
      'A void begins while its attempt is `charged` or `partial_charged`, one at a time, and moves the attempt to `voided_post_charge` when it succeeds.',
    machine: postCaptureVoidMachine,
    starts: ['requested'],
    columns: { open: isIn(openVoidStates) },
    operation: postCaptureVoidOperation,
  },
  {
    title: 'Mandate, as its processor reports it',
    file: 'mandates/domain/mandate-status.machine.ts',
    about:
      'What a verified webhook of the processor does to the status of a mandate. Its revocation here and its use by payments have rules of their own.',
    machine: mandateStatusMachine,
    starts: ['active', 'inactive', 'pending'],
  },
  {
    title: 'Revocation of a mandate',
    file: 'mandates/domain/revocation.machine.ts',
    about:
      'The revocation of a mandate at its processor. While it is pending the mandate has the status `pending` and cannot be charged.',
    machine: revocationMachine,
    starts: ['pending'],
    operation: revocationOperation,
  },
  {
    title: 'Dispute, its stage',
    file: 'disputes/domain/dispute.machine.ts',
    about:
      'The stage of a dispute, as its processor reports it. A stage never goes back: a notice of an earlier one comes late and changes nothing. The first report begins in any stage.',
    machine: disputeStageMachine,
    starts: ['pre_dispute', 'dispute'],
  },
  {
    title: 'Dispute, its status within a stage',
    file: 'disputes/domain/dispute.machine.ts',
    about:
      'The status of a dispute within one stage; another stage begins with any status. What the processor says against this table in a notice is late; what it says so on request opens an incident.',
    machine: disputeMachine,
    starts: ['dispute_opened'],
  },
  {
    title: 'Answer to a dispute',
    file: 'disputes/domain/answer.machine.ts',
    about:
      'The merchant’s acceptance of a dispute, or its evidence, one at a time. The dispute itself ends as the processor reports.',
    machine: answerMachine,
    starts: ['pending'],
    columns: { open: isIn(openAnswerStates) },
    operation: answerOperation,
  },
  ...(
    [
      ['refund', 'a refund', foreign],
      ['capture', 'a capture', foreign],
      ['incremental_authorization', 'an increment', foreign],
      ['void', 'a void', foreign],
      ['unreferenced_refund', 'a refund to a card', 'without a charge'],
    ] as const
  ).map(([type, words, on]) => ({
    title: `Relay of ${words}`,
    file: 'relays/domain/relay.machine.ts',
    about: `A relay is ${words} ${on}. It begins in \`pending\`; \`review\` is shown as \`pending\` too.`,
    machine: relayMachine,
    starts: ['pending'],
    columns: { open: isIn(openRelayStates) },
    operation: relayOperations[type],
  })),
];
