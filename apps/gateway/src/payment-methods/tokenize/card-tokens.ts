import { Inject, Injectable } from '@nestjs/common';
import {
  cardToTokenize,
  connectorProvisionToken,
  isRefusal,
  outgoing,
  type Outgoing,
  paymentMethodGet,
  paymentMethodRequestToken,
  paymentMethodStoreToken,
  type Refusal,
  refuse,
  tokenProvision,
} from '@payorch/contracts';
import { type CardReference, type CustomerId, newId, referenceIdPattern } from '@payorch/kernel';
import { checkDto, type CardNetworkTokenizeRequest, CustomerRequest } from '@payorch/rest';
import type { GatewayConfig } from '../../config';
import { Customers } from '../../customers';
import { OwnerClient, type OwnerReply, requestContextOf } from '../../owners';
import type { RequestTrace } from '../../request';
import { CardSealer } from '../../sealing';
import { configToken } from '../../tokens';
import { PaymentMethodMigrations, type Target } from '../migrate/payment-method-migrations';
import { cardTokenizationOf, savedTokenizationOf } from './domain/tokenization';
import { type ShownRequest, shownRequest, type Tokenized, tokenizedView } from './domain/tokenized-view';

/** A checked request. `run` may be called once. */
export interface PreparedTokenization {
  readonly shown: ShownRequest;
  readonly run: (trace: RequestTrace) => Promise<Tokenized | Refusal>;
}

interface SavedCard {
  readonly paymentMethodId: string;
  readonly customerId: string;
  readonly cvc: CardReference | undefined;
}

const notFound = refuse('payment_method_not_found');

/** Has network tokens made of cards. The gateway sees no token: a worker seals it, and payments store it. */
@Injectable()
export class CardTokens {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(CardSealer) private readonly sealer: Pick<CardSealer, 'sealCvc'>,
    @Inject(PaymentMethodMigrations)
    private readonly migrations: Pick<PaymentMethodMigrations, 'targetOf' | 'seal' | 'store'>,
    @Inject(Customers) private readonly customers: Pick<Customers, 'create'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'tokenServiceUrl'>,
  ) {}

  /** Saves the card, and tokenizes it. The same request again finds both. */
  tokenize(sent: CardNetworkTokenizeRequest, trace: RequestTrace): Promise<object | Refusal> {
    return this.one(sent, trace, (target) => this.prepareCard(sent, target));
  }

  tokenizeSaved(
    paymentMethodId: string,
    sent: CardNetworkTokenizeRequest,
    trace: RequestTrace,
  ): Promise<object | Refusal> {
    return this.one(sent, trace, (target) => this.prepareSaved(paymentMethodId, sent, target));
  }

  /** Refused where there is no token service. */
  served(): Refusal | undefined {
    return this.config.tokenServiceUrl === null
      ? refuse('not_implemented', { message: 'tokenize-card is not implemented' })
      : undefined;
  }

  /** Checks the request and seals its card: from here on the number is in no memory but the workers'. */
  async prepareCard(sent: CardNetworkTokenizeRequest, target: Target): Promise<PreparedTokenization | Refusal> {
    const customerId = sent.customer.id ?? newId<CustomerId>('cus');
    const request = cardTokenizationOf(sent, { customerId, now: new Date() });
    if (isRefusal(request)) return request;
    const customer = checkDto(CustomerRequest, request.customer);
    if (customer.kind !== 'valid') return wrongCustomer(customer.violations);
    const sealed = await this.migrations.seal(request.migration, target);
    if (isRefusal(sealed)) return sealed;
    const cvc = await this.sealCvc(request.cvc, target);
    const run: PreparedTokenization['run'] = async (trace) => {
      const refused = await this.createCustomer(customer.value, target, trace);
      if (refused) return refused;
      const stored = await this.migrations.store(sealed, target, trace);
      if (isRefusal(stored)) return stored;
      const { paymentMethodId } = stored;
      return this.tokenizeCard({ paymentMethodId, customerId, cvc }, target, trace);
    };
    return { shown: shownRequest(sent, customerId), run };
  }

  async prepareSaved(
    paymentMethodId: string,
    sent: CardNetworkTokenizeRequest,
    target: Target,
  ): Promise<PreparedTokenization | Refusal> {
    const request = savedTokenizationOf(sent);
    if (isRefusal(request)) return request;
    if (!referenceIdPattern.test(paymentMethodId)) return notFound;
    const { customerId } = request;
    const cvc = await this.sealCvc(request.cvc, target);
    const saved = { paymentMethodId, customerId, cvc };
    return { shown: shownRequest(sent, customerId), run: (trace) => this.tokenizeCard(saved, target, trace) };
  }

  private async one(
    sent: CardNetworkTokenizeRequest,
    trace: RequestTrace,
    prepare: (target: Target) => Promise<PreparedTokenization | Refusal>,
  ): Promise<object | Refusal> {
    const target = this.served() ?? (await this.migrations.targetOf(sent.merchant_id));
    if (isRefusal(target)) return target;
    const prepared = await prepare(target);
    if (isRefusal(prepared)) return prepared;
    const result = await prepared.run(trace);
    return isRefusal(result) ? result : tokenizedView(prepared, result);
  }

  /** A customer that exists is not changed. */
  private async createCustomer(
    customer: CustomerRequest,
    { merchant }: Target,
    { correlationId, traceparent }: RequestTrace,
  ): Promise<Refusal | undefined> {
    const created = await this.customers.create(customer, { merchant, trace: { correlationId, traceparent }, ip: '' });
    return isRefusal(created) && created.code !== 'customer_exists' ? created : undefined;
  }

  private async sealCvc(cvc: string | undefined, { merchant }: Target): Promise<CardReference | undefined> {
    return cvc === undefined ? undefined : this.sealer.sealCvc(cvc, merchant.merchantId);
  }

  /**
   * Payments store the name of the token before the service makes it. So a request that was interrupted finds the same token, and a
   * deletion in between ends it.
   */
  private async tokenizeCard(saved: SavedCard, target: Target, trace: RequestTrace): Promise<Tokenized | Refusal> {
    const { paymentMethodId, cvc } = saved;
    const { merchantId } = target.merchant;
    const about = { merchantId, paymentMethodId };
    const customerId = saved.customerId as CustomerId;
    const request = { ...about, customerId, reference: newId<CardReference>('nt') };
    const begun = await this.command(outgoing(paymentMethodRequestToken, request), target, trace);
    if (isRefusal(begun)) return begun;
    const { reference, card, isTokenized } = cardToTokenize.parse(JSON.parse(begun.toString()));
    if (isTokenized) return this.result({ kind: 'tokenized' }, outgoing(paymentMethodGet, about), target, trace);
    const withCvc = cvc === undefined ? card : { ...card, cvc: 'stored' as const, cvcReference: cvc };
    const query = outgoing(connectorProvisionToken, { merchantId, reference, card: withCvc });
    const reply = await this.owner.query(query, contextOf(target, trace, 'processorCallMs'));
    if (isRefusal(reply)) return reply;
    const provision = tokenProvision.parse(JSON.parse(reply.toString()));
    switch (provision.kind) {
      case 'unanswered':
        return refuse('no_reply');
      case 'not_made':
        return this.result(provision, outgoing(paymentMethodGet, about), target, trace);
      case 'provisioned': {
        const store = outgoing(paymentMethodStoreToken, { ...about, token: provision.token });
        const body = await this.command(store, target, trace);
        return isRefusal(body) ? body : { kind: 'tokenized', body };
      }
    }
  }

  private async result(
    result:
      | { readonly kind: 'tokenized' }
      | { readonly kind: 'not_made'; readonly code: string; readonly message: string },
    query: Outgoing,
    target: Target,
    trace: RequestTrace,
  ): Promise<Tokenized | Refusal> {
    const body = await this.owner.query(query, contextOf(target, trace, 'noProcessorCallMs'));
    return isRefusal(body) ? body : { ...result, body };
  }

  /** A second delivery changes nothing that the first one has changed: so the command is its own lookup. */
  private command(command: Outgoing, target: Target, trace: RequestTrace): OwnerReply {
    const context = contextOf(target, trace, 'noProcessorCallMs');
    return this.owner.command(command, context, { query: command, ifNoReply: refuse('no_reply') });
  }
}

/** Without the claim of the request: an upload sends many commands of one type. */
const contextOf = (
  { merchant }: Target,
  { correlationId, traceparent }: RequestTrace,
  timeout: 'processorCallMs' | 'noProcessorCallMs',
) => requestContextOf({ merchant, trace: { correlationId, traceparent } }, timeout);

const wrongCustomer = (
  violations: readonly { readonly path: readonly unknown[]; readonly message: string }[],
): Refusal => {
  const [first] = violations;
  return refuse('precondition_failed', { message: `customer.${first?.path.join('.')}: ${first?.message}` });
};
