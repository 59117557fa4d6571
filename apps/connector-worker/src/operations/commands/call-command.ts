import type {
  CommandedOperation,
  DataOf,
  MessageDefinition,
  operationCommands,
  PayoutStepCommand,
  RouteDecision,
} from '@payorch/contracts';
import { cvcReferenceOf, operationCommands as commands } from '@payorch/contracts';
import type { AuthenticationId, Money, RelayId } from '@payorch/kernel';
import { declarationOf, type OpenFactsOf, type OperationsOf } from '@payorch/operations';
import type { OperationFacts } from '../../domain/operation';

/** What caused the command. */
interface Caused {
  /** The request, for log lines. */
  readonly requestId?: string;
  /** The relay whose operation it is: its owner gets the outcome. */
  readonly relayId?: RelayId;
  /** The authentication without a payment whose operation it is: its owner gets the outcome. */
  readonly authenticationId?: AuthenticationId;
}

/** What a command of an operation carries. */
type DataOfOperations = {
  readonly [Name in Exclude<CommandedOperation, 'refund'>]: DataOf<(typeof operationCommands)[Name]>;
} & {
  /** The captured amount of a charge that did not go through this service is unknown. */
  readonly refund: Omit<DataOf<typeof operationCommands.refund>, 'charged'> & { readonly charged: Money | undefined };
} & { readonly [Name in OperationsOf<'relay'>]: OperationIds & OpenFactsOf<Name> } & {
  readonly [Name in OperationsOf<'payout'>]: OperationIds & PayoutStepCommand;
};

/** A command that changes something at the processor: at most one call. */
export type CallCommand<Name extends keyof DataOfOperations = keyof DataOfOperations> = {
  readonly [Flow in Name]: Caused & { readonly flow: Flow; readonly data: DataOfOperations[Flow] };
}[Name];

/** The messages that request an operation, and what each requests. */
export const callMessages = Object.values(commands) as readonly MessageDefinition<CallCommand['data']>[];
const flows = new Map(Object.entries(commands).map(([flow, { type }]) => [type as string, flow]));

export const callOf = ({ type }: Pick<MessageDefinition, 'type'>, data: CallCommand['data']): CallCommand =>
  ({ flow: flows.get(type), data }) as CallCommand;

export const isPayoutCall = (command: CallCommand): command is CallCommand<OperationsOf<'payout'>> =>
  declarationOf(command.flow).owner === 'payout';

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

/** What routing says with the operation that it sends. */
const routeOf = ({ fallbacks, decision }: Pick<PayoutStepCommand, 'fallbacks' | 'decision'>) => ({
  fallbacks: fallbacks ?? null,
  decision: withoutMetadata(decision),
});

/** The columns that only some operations have. */
function ownColumnsOf(command: CallCommand) {
  if (isPayoutCall(command)) {
    // A webhook finds the step by the payout's id at the processor, also if its own answer was lost.
    return { ...routeOf(command.data), reference: command.data.reference };
  }
  switch (command.flow) {
    case 'authorize':
      return { ...routeOf(command.data), cvcReference: command.data.card && cvcReferenceOf(command.data.card) };
    case 'refund': {
      const { refundId, reference: paymentReference } = command.data;
      return { refund: { refundId, paymentReference } };
    }
    case 'revoke_mandate':
      return { mandateId: command.data.mandateId };
    case 'accept_dispute':
    case 'submit_evidence':
      return { disputeId: command.data.disputeId };
    default:
      return {};
  }
}

/** The row of a command without its state and outcome. */
export function factsOf(command: CallCommand, accountPin?: string): OperationFacts {
  const { flow, data, relayId, authenticationId } = command;
  const isGiven = declarationOf(flow).lookup?.by === 'given';
  return {
    ...idsOf(data),
    relayId: relayId ?? null,
    authenticationId: authenticationId ?? null,
    accountPin: accountPin ?? null,
    flow,
    money: 'money' in data ? data.money : null,
    reference: isGiven && 'reference' in data ? data.reference : null,
    fallbacks: null,
    decision: null,
    refund: null,
    cvcReference: null,
    ...ownColumnsOf(command),
  } as OperationFacts;
}
