import { newId } from '@payorch/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../calls/answer';
import type { CallDetails, CallPipeline, Execution, FaultResponses } from '../calls/call-pipeline';
import { noDetails } from '../calls/call-pipeline';
import type { EndpointCalls } from '../calls/endpoints';
import type { Idempotency, KeyedRequest } from '../calls/idempotency';
import { fingerprintOf } from '../calls/idempotency';
import type { Plan } from '../faults/plan';
import type { Decision, DecisionContext } from './decision';
import { deliveryOf } from './decision';
import { Expansion } from './expansion';
import type { Decides, ObjectEndpoint, ParsedCall, ReadCall, Shows } from './object-endpoints';
import type { Cause } from './object-service';
import type { StoredObject } from './object-store';

type Headers = Readonly<Record<string, string>>;

/** What the calls need of a processor's service. */
interface Service<R, X, K> {
  commit(decision: Decision<R, X>, cause: Cause): NonNullable<Execution['webhooks']>;
  decisionContext(rest: Omit<DecisionContext, 'moment'>): K;
}

/** One call at its endpoint. */
interface Current<E, C> {
  readonly endpoint: E;
  readonly call: C;
  readonly reply: FastifyReply;
  readonly requestId: string;
  readonly keyed?: KeyedRequest;
}

/** Runs the calls of a processor with idempotency keys: authenticates, parses, executes once per key, and notifies. */
export abstract class ObjectCalls<
  R extends StoredObject,
  X,
  K extends DecisionContext,
  C extends ReadCall,
  S extends Service<R, X, K>,
> implements EndpointCalls<ObjectEndpoint<R, X, K, C, S>> {
  constructor(
    private readonly connector: string,
    private readonly pipeline: CallPipeline,
    private readonly idempotency: Idempotency,
    protected readonly service: S,
    private readonly faultResponses: FaultResponses,
  ) {}

  protected abstract read(request: FastifyRequest): C;
  /** Headers of every response, also of refusals. */
  protected abstract headersOf(call: C, requestId: string): Headers;
  /** Headers of a response to an accepted call; `original`: the request whose response is returned again. */
  protected abstract acceptedHeaders(call: C, original?: string): Headers;
  /** The refusal of a call before its endpoint reads it. */
  protected abstract problem(request: FastifyRequest, call: C): X | undefined;
  protected abstract keyProblem(key: string, earlier: 'running' | 'other_parameters' | undefined): X | undefined;
  protected abstract answerOf(refusal: X, isParsed: boolean): Answer;
  protected abstract notFound(paymentId: string): Answer;
  protected abstract view(record: R, expansion: Expansion): object;
  /** The payments that a fault of the call hides from lookups. */
  protected abstract paymentsIn(changed: readonly R[]): readonly string[];

  async run(endpoint: ObjectEndpoint<R, X, K, C, S>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const call = this.read(request);
    const current = { endpoint, call, reply, requestId: newId<string>('req') };
    void reply.headers(this.headersOf(call, current.requestId));
    const problem = this.problem(request, call);
    if (problem) return this.refuse(current, this.answerOf(problem, false));
    void reply.headers(this.acceptedHeaders(call));
    const { account, key } = call;
    if (key === null) return this.answer(endpoint.parse(call, this.service), current);
    await this.runOnce({ ...current, keyed: { account, key, fingerprint: fingerprintOf(request) } });
  }

  private async runOnce(current: Required<Current<ObjectEndpoint<R, X, K, C, S>, C>>): Promise<void> {
    const { keyed, reply, call, endpoint } = current;
    const earlier = this.idempotency.findEarlier(keyed);
    const problem = this.keyProblem(keyed.key, typeof earlier === 'object' ? undefined : earlier);
    if (problem) return this.refuse(current, this.answerOf(problem, false));
    const parsed = endpoint.parse(call, this.service);
    if (typeof earlier !== 'object') return this.idempotency.runExclusively(keyed, () => this.answer(parsed, current));
    void reply.headers(this.acceptedHeaders(call, earlier.request));
    await this.pipeline.run(this.requestOf(current, parsed.details), reply, async () => ({
      answer: await this.idempotency.replay(earlier),
    }));
  }

  private requestOf(
    { endpoint: { kind }, call }: Current<ObjectEndpoint<R, X, K, C, S>, C>,
    details: Partial<CallDetails> = {},
  ) {
    const { reference, requestedFault } = call;
    return { kind, details: { ...noDetails, connector: this.connector, reference, ...details }, requestedFault };
  }

  private refuse(
    current: Current<ObjectEndpoint<R, X, K, C, S>, C>,
    answer: Answer,
    parsed?: Partial<CallDetails>,
  ): void {
    const { kind, details } = this.requestOf(current, parsed);
    this.pipeline.refuse(kind, details, current.reply, answer);
  }

  private async answer(parsed: ParsedCall<R, X, K>, current: Current<ObjectEndpoint<R, X, K, C, S>, C>): Promise<void> {
    if ('refusal' in parsed) return this.refuse(current, this.answerOf(parsed.refusal, true), parsed.details);
    await this.pipeline.run(this.requestOf(current, parsed.details), current.reply, (plan, fault) =>
      'show' in parsed ? this.show(parsed) : this.execute(parsed, plan, fault, current),
    );
  }

  private async show({ show, hidden, details }: Shows): Promise<Execution> {
    const answer = { status: 200, body: await show() };
    const id = details?.paymentId ?? null;
    if (id === null) return { answer };
    return { answer, paymentIds: [id], hiddenAnswer: hidden ? { status: 200, body: hidden() } : this.notFound(id) };
  }

  private execute(
    { details, decide, expand = [], extra }: Decides<R, X, K>,
    plan: Plan,
    fault: string | null,
    { call, requestId, keyed }: Omit<Current<unknown, C>, 'reply'>,
  ): Execution {
    const { account, key: idempotencyKey } = call;
    const { variation } = plan;
    const reference = details?.reference ?? call.reference;
    const delivery = deliveryOf(plan.webhooks);
    const decision = decide(this.service.decisionContext({ ...call, account, reference, variation, delivery }));
    const { shown, refusal, changed } = decision;
    const webhooks = this.service.commit(decision, { account, fault, request: requestId, idempotencyKey });
    const body = { ...(shown && this.view(shown, new Expansion(expand))), ...extra?.(shown) };
    const answer = refusal ? this.answerOf(refusal, true) : { status: 200, body };
    // A server error is stored too: the same key gets it again.
    if (keyed) this.idempotency.store(keyed, requestId, plan.answer === 'fail' ? this.faultResponses.failed : answer);
    return { answer, paymentIds: this.paymentsIn(changed), webhooks };
  }
}
