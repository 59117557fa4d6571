import type { connectorAuthorize, connectorCapture, connectorVoid, DataOf } from '@payorch/contracts';
import type { OperationFacts } from '../domain/operation';

/** A command to move or hold money: one call of the processor, at most. */
export type CallCommand =
  | { readonly flow: 'authorize'; readonly data: DataOf<typeof connectorAuthorize> }
  | { readonly flow: 'capture'; readonly data: DataOf<typeof connectorCapture> }
  | { readonly flow: 'void'; readonly data: DataOf<typeof connectorVoid> };

type About = Omit<OperationFacts, 'flow' | 'money' | 'reference' | 'fallbacks'>;

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
export function factsOf({ flow, data }: CallCommand): OperationFacts {
  const about = aboutOf(data);
  switch (flow) {
    case 'authorize':
      return { ...about, flow, money: data.money, reference: null, fallbacks: data.fallbacks };
    case 'capture':
      return { ...about, flow, money: data.money, reference: data.reference, fallbacks: null };
    case 'void':
      return { ...about, flow, money: null, reference: data.reference, fallbacks: null };
  }
}
