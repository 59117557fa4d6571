import type {
  connectorAuthenticate,
  connectorAuthorize,
  connectorCapture,
  connectorCreateOrder,
  connectorExtend,
  connectorIncrement,
  connectorPostCaptureVoid,
  connectorPreAuthenticate,
  connectorRefund,
  connectorRevokeMandate,
  connectorVoid,
  DataOf,
  RouteDecision,
  SealedData,
} from '@payorch/contracts';
import { cvcReferenceOf } from '@payorch/contracts';
import type { AuthenticationId, Money, RelayId } from '@payorch/kernel';
import type { OperationFacts } from '../domain/operation';

/** What caused the command. */
interface Caused {
  /** The request, for log lines. */
  readonly requestId?: string;
  /** The relay whose operation it is: its owner gets the outcome. */
  readonly relayId?: RelayId;
  /** The authentication without a payment whose operation it is: its owner gets the outcome. */
  readonly authenticationId?: AuthenticationId;
}

/** The captured amount of a charge that did not go through this service is unknown. */
export type RefundData = Omit<DataOf<typeof connectorRefund>, 'charged'> & { readonly charged: Money | undefined };

/** A refund without a charge, which only a relay requests. `reference` is the merchant's own text. */
export type UnreferencedRefundData = OperationIds & {
  readonly reference: string;
  readonly money: Money;
  readonly customerId: string;
  readonly sealedRecipient: SealedData;
};

/** A command that changes something at the processor: at most one call. */
export type CallCommand = Caused &
  (
    | { readonly flow: 'authorize'; readonly data: DataOf<typeof connectorAuthorize> }
    | { readonly flow: 'capture'; readonly data: DataOf<typeof connectorCapture> }
    | { readonly flow: 'void'; readonly data: DataOf<typeof connectorVoid> }
    | { readonly flow: 'post_capture_void'; readonly data: DataOf<typeof connectorPostCaptureVoid> }
    | { readonly flow: 'increment'; readonly data: DataOf<typeof connectorIncrement> }
    | { readonly flow: 'extend'; readonly data: DataOf<typeof connectorExtend> }
    | { readonly flow: 'create_order'; readonly data: DataOf<typeof connectorCreateOrder> }
    | { readonly flow: 'pre_authenticate'; readonly data: DataOf<typeof connectorPreAuthenticate> }
    | { readonly flow: 'authenticate'; readonly data: DataOf<typeof connectorAuthenticate> }
    | { readonly flow: 'refund'; readonly data: RefundData }
    | { readonly flow: 'unreferenced_refund'; readonly data: UnreferencedRefundData }
    | { readonly flow: 'revoke_mandate'; readonly data: DataOf<typeof connectorRevokeMandate> }
  );

/** The ids of owners that are no payments. */
type Owner = 'relayId' | 'authenticationId';

type OperationIds = Omit<
  OperationFacts,
  'flow' | 'refund' | 'money' | 'reference' | 'fallbacks' | 'decision' | 'cvcReference' | 'accountPin' | Owner
>;

/** The ids that every message about an operation carries. */
export const idsOf = ({
  operationId,
  merchantId,
  profileId,
  paymentId,
  attemptId,
  account,
}: OperationIds): OperationIds => ({
  operationId,
  merchantId,
  profileId,
  paymentId,
  attemptId,
  account,
});

/** The owner of the payment has the metadata, sealed, and returns it to the decision. */
export const withoutMetadata = (decision: RouteDecision | undefined): RouteDecision | null =>
  decision ? { ...decision, facts: { values: decision.facts.values } } : null;

/** The row of a command without its state and outcome. */
export function factsOf({ flow, data, relayId, authenticationId }: CallCommand, accountPin?: string): OperationFacts {
  const unused = { fallbacks: null, decision: null, refund: null, cvcReference: null };
  const owner = { relayId: relayId ?? null, authenticationId: authenticationId ?? null };
  const about = { ...idsOf(data), ...unused, ...owner, accountPin: accountPin ?? null };
  switch (flow) {
    case 'authorize':
      return {
        ...about,
        flow,
        money: data.money,
        reference: null,
        fallbacks: data.fallbacks,
        decision: withoutMetadata(data.decision),
        cvcReference: data.card && cvcReferenceOf(data.card),
      };
    case 'capture':
    case 'increment':
    case 'authenticate':
      return { ...about, flow, money: data.money, reference: data.reference };
    case 'create_order':
    case 'unreferenced_refund':
      return { ...about, flow, money: data.money, reference: null };
    case 'pre_authenticate':
      return { ...about, flow, money: null, reference: null };
    case 'void':
    case 'extend':
    case 'post_capture_void':
      return { ...about, flow, money: null, reference: data.reference };
    case 'revoke_mandate':
      return { ...about, flow, mandateId: data.mandateId, money: null, reference: data.reference };
    case 'refund': {
      const { refundId, reference: paymentReference, money } = data;
      return { ...about, flow, refund: { refundId, paymentReference }, money, reference: null };
    }
  }
}
