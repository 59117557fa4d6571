import type {
  connectorAuthorize,
  connectorCapture,
  connectorExtend,
  connectorIncrement,
  connectorPostCaptureVoid,
  connectorRefund,
  connectorVoid,
  DataOf,
} from '@payorch/contracts';
import type { OperationFacts } from '../domain/operation';

/** The request that set it off, for the log. */
interface Caused {
  readonly requestId?: string;
}

/** A command to move or hold money: one call of the processor, at most. */
export type CallCommand = Caused &
  (
    | { readonly flow: 'authorize'; readonly data: DataOf<typeof connectorAuthorize> }
    | { readonly flow: 'capture'; readonly data: DataOf<typeof connectorCapture> }
    | { readonly flow: 'void'; readonly data: DataOf<typeof connectorVoid> }
    | { readonly flow: 'post_capture_void'; readonly data: DataOf<typeof connectorPostCaptureVoid> }
    | { readonly flow: 'increment'; readonly data: DataOf<typeof connectorIncrement> }
    | { readonly flow: 'extend'; readonly data: DataOf<typeof connectorExtend> }
    | { readonly flow: 'refund'; readonly data: DataOf<typeof connectorRefund> }
  );

type About = Omit<
  OperationFacts,
  'flow' | 'refund' | 'money' | 'reference' | 'fallbacks' | 'cvcReference' | 'accountPin'
>;

/** The ids that every message about an operation carries. */
export const aboutOf = ({ operationId, merchantId, profileId, paymentId, attemptId, account }: About): About => ({
  operationId,
  merchantId,
  profileId,
  paymentId,
  attemptId,
  account,
});

/** The row of a command, before anything is known of its fate. */
export function factsOf({ flow, data }: CallCommand, accountPin?: string): OperationFacts {
  const about = { ...aboutOf(data), fallbacks: null, refund: null, cvcReference: null, accountPin: accountPin ?? null };
  switch (flow) {
    case 'authorize':
      return {
        ...about,
        ...{ flow, money: data.money, reference: null, fallbacks: data.fallbacks },
        cvcReference: data.card?.cvc === 'held' ? data.card.reference : null,
      };
    case 'capture':
    case 'increment':
      return { ...about, flow, money: data.money, reference: data.reference };
    case 'void':
    case 'extend':
    case 'post_capture_void':
      return { ...about, flow, money: null, reference: data.reference };
    case 'refund': {
      const { refundId, reference: paymentReference, money } = data;
      return { ...about, flow, refund: { refundId, paymentReference }, money, reference: null };
    }
  }
}
