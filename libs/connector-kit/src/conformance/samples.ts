import type { AttemptId, OperationId } from '@payorch/kernel';
import { money, Secret } from '@payorch/kernel';
import type { PayoutDestinationData } from '@payorch/contracts';
import { declarationOf, operationNames, operationsOf } from '@payorch/operations';
import type { Card, EvidenceFile, FlowName, FlowOperations } from '../flows';
import { flowOf } from '../flows';

/** A card whose fields are easy to find where they should not appear. */
export const sampleCard: Card = {
  number: new Secret('4111111111111111'),
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: new Secret('737'),
  holderName: 'Ada Lovelace',
  network: 'Visa',
};

/** A bank account, which every payout of a sample goes to. */
export const sampleBankAccount: PayoutDestinationData = {
  kind: 'sepa',
  iban: 'NL46TEST0136169112',
  bic: 'ABNANL2A',
  bankName: null,
  bankCountry: 'NL',
  bankCity: null,
  accountHolderName: 'Ada Lovelace',
};

/** A file of every sample of submitted evidence. */
const sampleEvidence: EvidenceFile = {
  evidenceType: 'receipt',
  name: 'receipt.pdf',
  contentType: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7 a receipt'),
};

const toBank = { card: null, destination: sampleBankAccount };
const id = 'op_sample' as OperationId;
const cards: { readonly [Name in FlowName]?: object } = {
  authorize: { card: sampleCard, methodData: null, attemptId: 'pay_sample_1' as AttemptId },
  preAuthenticate: { card: { ...sampleCard, cvc: null } },
  authenticate: { card: { ...sampleCard, cvc: null } },
  unreferencedRefund: { card: { ...sampleCard, cvc: null } },
  submitEvidence: { files: [sampleEvidence] },
  ...Object.fromEntries(operationsOf('payout').map((name) => [flowOf(name), toBank])),
};

/** The samples of the declared operations, as their flows get them. */
const ofOperations = Object.fromEntries(
  operationNames.map((name) => {
    const flow = flowOf(name);
    const { cardHolderName: _, ...facts } = declarationOf(name).sample as Readonly<Record<string, unknown>>;
    return [flow, { id, ...facts, ...cards[flow] }];
  }),
) as unknown as FlowOperations;

const part = money(2540n, 'USD');

/** One operation of each kind, the same in every run: recorded exchanges refer to it. */
export const sampleOperations: FlowOperations = {
  ...ofOperations,
  setup: { ...ofOperations.authorize, money: money(0n, 'USD'), mandate: { kind: 'store', usage: 'off_session' } },
  sync: { id, flow: 'authorize', reference: 'ref_sample', money: ofOperations.authorize.money },
  refundSync: {
    id,
    refundId: 'refund_sample',
    reference: 'ref_refund_sample',
    paymentReference: 'ref_sample',
    money: part,
  },
  unreferencedRefundSync: { id, reference: 'ref_refund_sample', money: part },
  payoutSync: {
    id,
    flow: 'payout_fulfill',
    payoutId: ofOperations.payoutFulfill.payoutId,
    reference: ofOperations.payoutFulfill.reference,
    recipientReference: ofOperations.payoutFulfill.recipientReference,
    money: ofOperations.payoutFulfill.money,
  },
  authenticationSync: { id, reference: ofOperations.authenticate.reference },
  disputeSync: {
    id,
    flow: 'accept_dispute',
    reference: ofOperations.acceptDispute.reference,
    chargeReference: ofOperations.acceptDispute.chargeReference,
  },
};

/** The sample operation with the changes of a recorded exchange. */
export const sampleOperation = <Name extends FlowName>(
  name: Name,
  changes: Readonly<Record<string, unknown>>,
): FlowOperations[Name] => ({ ...sampleOperations[name], ...changes }) as FlowOperations[Name];
