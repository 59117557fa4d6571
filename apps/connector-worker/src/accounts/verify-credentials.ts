import type { connectorVerifyCredentials, CredentialsVerdict, DataOf, Outcome } from '@payorch/contracts';
import type { BoundConnector, HttpReply } from '@payorch/connector-kit';
import { errorOf } from '@payorch/connector-kit';
import { isConnectorName, registry, type ConnectorName } from '@payorch/connectors';
import { money, newOperationId, newPayoutId } from '@payorch/kernel';
import type { PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { ProcessorCall } from '../calls/processor-call';
import { guardedSyncCall, syncCallOf, type SyncRequest } from '../calls/sync-request';
import { purposes } from '../sealed/purposes';

export type VerifyQuery = DataOf<typeof connectorVerifyCredentials>;

export interface CredentialsVerifierOptions {
  readonly keys: PrivateKeys;
  readonly baseUrls: Readonly<Record<ConnectorName, string>>;
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/** Asks a processor whether it accepts credentials, by looking up an operation that was never sent. */
export class CredentialsVerifier {
  constructor(private readonly options: CredentialsVerifierOptions) {}

  async run(query: VerifyQuery, withinMs: number): Promise<CredentialsVerdict> {
    const bound = this.bind(query);
    if (!bound) return { kind: 'unusable' };
    const lookup = lookupsOfNothing().find(({ flow }) => bound.flow(flow) !== undefined);
    const found = lookup && syncCallOf(bound, lookup);
    if (!found) return { kind: 'not_supported' };
    const { merchantId, connector } = query;
    const call = guardedSyncCall(found, (error) =>
      this.options.logger.error({ error, merchantId, connector }, 'a connector failed to read the answer to a lookup'),
    );
    // One gate for all such lookups of a connector: the accounts of others never wait for them.
    const by = { account: `verify_${connector}`, connector, flow: lookup.flow, withinMs };
    const called = await this.options.processor.send(call.request, by);
    return called.kind === 'failed' ? { kind: 'unanswered' } : verdictOf(called.reply, call.read(called.reply));
  }

  private bind({ merchantId, connector, reference, sealedCredentials }: VerifyQuery): BoundConnector | undefined {
    if (!isConnectorName(connector)) return undefined;
    const { keys, baseUrls, logger } = this.options;
    try {
      const text = open(sealedCredentials, keys, { reference, merchantId, purpose: purposes.credentials });
      const details = JSON.parse(text) as unknown;
      return registry[connector].bind({ details, metadata: null, baseUrl: baseUrls[connector] });
    } catch (error) {
      if (!(error instanceof SealError || error instanceof SyntaxError)) throw error;
      logger.warn({ merchantId, connector }, 'credentials that are to be verified cannot be opened');
      return undefined;
    }
  }
}

/** Lookups of an authorization, and of a payout, under a new id: no processor has them. */
const lookupsOfNothing = (): readonly SyncRequest[] => {
  const nothing = { id: newOperationId(), reference: null, money: money(100n, 'USD') };
  const ofPayout = { payoutId: newPayoutId(), recipientReference: null, sentAt: new Date().toISOString() };
  return [
    { flow: 'sync', operation: { ...nothing, flow: 'authorize' } },
    { flow: 'payoutSync', operation: { ...nothing, ...ofPayout, flow: 'payout_create' } },
  ];
};

const refused = errorOf('UNAUTHORIZED', 'The processor does not accept the credentials');

/** Only an executed lookup verifies the credentials, and only 401 or 403 refuses them. */
export function verdictOf({ status }: Pick<HttpReply, 'status'>, outcome: Outcome): CredentialsVerdict {
  if (status === 401 || status === 403) {
    return { kind: 'refused', error: outcome.kind === 'unknown' ? outcome.error : refused };
  }
  return { kind: outcome.kind === 'absent' ? 'verified' : 'unanswered' };
}
