import { Inject, Injectable } from '@nestjs/common';
import {
  connectorOperationsNamed,
  namedResources,
  outgoing,
  paymentSync,
  refundSync,
  type Outgoing,
} from '@payorch/contracts';
import type { WebhookFact } from '@payorch/connector-kit';
import type { MerchantId, PaymentId, RefundId } from '@payorch/kernel';
import { Requester } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { LanesOfAccounts } from '../configs';
import type { RequestTrace } from '../request';
import { configToken, loggerToken } from '../tokens';
import type { WebhookAccount } from './webhook-accounts';

/** The maximum of names in progress or waiting; the sync schedule covers the rest. */
const maxNames = 1_000;
const maxFacts = 5;
const maxIds = 10;
const longestId = 256;

/** The bounded part of a fact: an unsigned webhook is not trusted, so its size is limited. */
const nameOf = ({ reference, operationIds }: WebhookFact) => ({
  reference: reference.slice(0, longestId),
  operationIds: operationIds.slice(0, maxIds).map((id) => id.slice(0, longestId)),
});
type Name = ReturnType<typeof nameOf>;

const paymentOf = (merchantId: MerchantId, paymentId: PaymentId): Outgoing =>
  outgoing(paymentSync, {
    merchantId,
    paymentId,
    caller: { kind: 'merchant' },
    expandAttempts: false,
    expandCaptures: false,
  });

const refundOf = (merchantId: MerchantId, named: { refundId: RefundId; paymentId: PaymentId }): Outgoing =>
  outgoing(refundSync, { merchantId, ...named });

/**
 * Syncs the payment or refund that an unsigned webhook names, so that a forged webhook can only cause an earlier sync.
 * Many webhooks with one name within `everyMs` cause one sync at once and at most one more at the end.
 */
@Injectable()
export class NamedSyncs {
  /** Recently synced names; the value runs when the interval ends, if another webhook arrived meanwhile. */
  private readonly recent = new Map<string, (() => void) | undefined>();

  constructor(
    @Inject(Requester) private readonly requester: Pick<Requester, 'request'>,
    @Inject(LanesOfAccounts) private readonly lanes: Pick<LanesOfAccounts, 'laneOf'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'namedSyncEveryMs' | 'replyTimeoutMs'>,
  ) {}

  schedule(account: WebhookAccount, facts: readonly WebhookFact[], trace: RequestTrace): void {
    for (const name of facts.slice(0, maxFacts).map(nameOf)) {
      const { merchantId, merchantConnectorId } = account;
      const logFields = { request_id: trace.correlationId, merchant_id: merchantId, reference: name.reference };
      const key = JSON.stringify([merchantConnectorId, name]);
      this.coalesce(key, logFields, () => this.sync(account, name, trace));
    }
  }

  private coalesce(key: string, logFields: Readonly<Record<string, string>>, work: () => Promise<void>): void {
    const run = (): void => {
      this.recent.set(key, undefined);
      setTimeout(() => this.expire(key), this.config.namedSyncEveryMs).unref();
      work().catch((error: unknown) =>
        this.logger.warn(
          { error, ...logFields },
          'the gateway could not sync a payment that an unsigned webhook names',
        ),
      );
    };
    if (this.recent.has(key)) this.recent.set(key, run);
    else if (this.recent.size < maxNames) run();
  }

  private expire(key: string): void {
    const next = this.recent.get(key);
    this.recent.delete(key);
    next?.();
  }

  private async sync(account: WebhookAccount, name: Name, trace: RequestTrace): Promise<void> {
    const { merchantId, merchantConnectorId, connectorName: connector } = account;
    const query = { merchantId, account: { merchantConnectorId, connector }, named: [name] };
    const lane = await this.lanes.laneOf(query.account);
    const reply = await this.request(outgoing(connectorOperationsNamed, query), trace, lane);
    if (reply.kind !== 'response') return;
    const { payments, refunds } = namedResources.parse(JSON.parse(reply.body.toString()));
    const commands = [
      ...payments.map((paymentId) => paymentOf(merchantId, paymentId)),
      ...refunds.map((named) => refundOf(merchantId, named)),
    ];
    // The replies are not used: merchants learn of changes by their own webhooks.
    await Promise.all(commands.map((command) => this.request(command, trace)));
  }

  private request(message: Outgoing, { correlationId, traceparent }: RequestTrace, lane?: string) {
    return this.requester.request(message, {
      correlationId,
      traceparent,
      ...(lane !== undefined && { lane }),
      deadlineMs: this.config.replyTimeoutMs,
    });
  }
}
