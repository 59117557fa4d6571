import type { connectorRegisterWebhook, DataOf, WebhookRegistration } from '@payorch/contracts';
import type { BoundWebhookEndpoints, EndpointReading, HttpReply, HttpRequest } from '@payorch/connector-kit';
import type { Clock } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { ProcessorCall } from '../calls/processor-call';
import { endpointPlan } from './endpoint-plan';

export type RegisterQuery = DataOf<typeof connectorRegisterWebhook>;

export interface WebhookRegistrarOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Sends one request and reads its answer; every call of one query ends by the deadline of the query. */
type Call = <T>(request: HttpRequest, read: (reply: HttpReply) => EndpointReading<T>) => Promise<EndpointReading<T>>;

/**
 * Has a processor send an account's webhooks to the account's own URL. Endpoints are listed first, so that a lost answer leaves no
 * second endpoint: at the end the processor has one endpoint of ours at that URL.
 */
export class WebhookRegistrar {
  constructor(private readonly options: WebhookRegistrarOptions) {}

  async run(query: RegisterQuery, withinMs: number, accountVersion: number | undefined): Promise<WebhookRegistration> {
    const { accounts } = this.options;
    const { merchantId, account, knownEndpointId } = query;
    const call = this.callsOf(query, withinMs);
    await accounts.caughtUp(merchantId, accountVersion);
    const opened = accounts.account(merchantId, account);
    if (!opened) return { kind: 'unusable' };
    const endpoints = opened.bound.webhookEndpoints;
    if (!endpoints) return { kind: 'not_supported' };
    const listed = await call(endpoints.list(), (reply) => endpoints.readList(reply));
    if (listed.kind !== 'read') return listed;
    const plan = endpointPlan(listed.value, knownEndpointId);
    const registered = await registerAt(endpoints, plan.update, call);
    if (registered.kind === 'registered') await this.remove(endpoints, plan.remove, { query, call });
    return registered;
  }

  private callsOf({ account }: RegisterQuery, withinMs: number): Call {
    const { processor, clock } = this.options;
    const endsAt = clock.now().getTime() + withinMs;
    return async (request, read) => {
      const leftMs = endsAt - clock.now().getTime();
      if (leftMs <= 0) return { kind: 'unanswered' };
      // One gate for all such calls of a connector, as for lookups of credentials: payments never wait for them.
      const by = { account: `webhooks_${account.connector}`, connector: account.connector, flow: 'register_webhook' };
      const called = await processor.send(request, { ...by, withinMs: leftMs });
      return called.kind === 'failed' ? { kind: 'unanswered' } : read(called.reply);
    };
  }

  /** An endpoint that stays after a failure is removed by the next registration. */
  private async remove(
    endpoints: BoundWebhookEndpoints,
    ids: readonly string[],
    { query: { merchantId, account }, call }: { readonly query: RegisterQuery; readonly call: Call },
  ): Promise<void> {
    for (const id of ids) {
      const removed = await call(endpoints.remove(id), (reply) => endpoints.readDone(reply));
      if (removed.kind === 'read') continue;
      const { merchantConnectorId, connector } = account;
      const why = 'a webhook endpoint without a known secret could not be removed; the next registration retries';
      this.options.logger.warn({ merchantId, merchantConnectorId, connector, endpoint: id }, why);
    }
  }
}

async function registerAt(
  endpoints: BoundWebhookEndpoints,
  known: string | null,
  call: Call,
): Promise<WebhookRegistration> {
  if (known !== null) {
    const updated = await call(endpoints.update(known), (reply) => endpoints.readDone(reply));
    return updated.kind === 'read' ? { kind: 'registered', endpointId: known, secret: null } : updated;
  }
  const created = await call(endpoints.create(), (reply) => endpoints.readCreated(reply));
  if (created.kind !== 'read') return created;
  const { id: endpointId, secret } = created.value;
  return { kind: 'registered', endpointId, secret };
}
