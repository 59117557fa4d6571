import type { z } from 'zod';
import type { CallDetails } from '../calls/call-pipeline';
import type { Endpoint } from '../calls/endpoints';
import type { CallKind } from '../faults/fault-registry';
import type { Read } from '../params/read-params';
import type { Decision, DecisionContext } from './decision';
import { Expansion } from './expansion';
import type { ObjectStore, StoredObject } from './object-store';
import type { Page } from './paging';
import { pageOf } from './paging';

type Details = Partial<CallDetails>;
interface Detailed {
  readonly details?: Details;
}
interface Expands {
  readonly expand?: readonly string[] | undefined;
}

/** A call as read from its headers, its path and its parameters. */
export interface ReadCall {
  /** The id in the path; empty for a path without one. */
  readonly id: string;
  readonly account: string;
  /** The idempotency key. */
  readonly key: string | null;
  readonly params: unknown;
  /** The text of the fault that the call requests. */
  readonly requestedFault: string | undefined;
  readonly reference: string;
}

/** One call with its parameters, and the service that knows the objects. */
export interface At<I, C, S> {
  readonly input: I & Expands;
  readonly call: C;
  readonly service: S;
}

/** A decision to execute. */
export interface Decides<R, X, K> extends Detailed, Expands {
  readonly decide: (context: K) => Decision<R, X>;
  /** Fields that are returned once beside the object. */
  readonly extra?: (shown: R | undefined) => object;
}

/** An object to show. */
export interface Shows extends Detailed {
  readonly show: () => object | Promise<object>;
  /** The response of a hidden lookup; without it the object is not found. */
  readonly hidden?: () => object;
}

/** A call as its endpoint parsed it. */
export type ParsedCall<R, X, K> = (Detailed & { readonly refusal: X }) | Decides<R, X, K> | Shows;

/** An endpoint of a table, which parses its calls. */
export interface ObjectEndpoint<R, X, K, C, S> extends Endpoint {
  parse(call: C, service: S): ParsedCall<R, X, K>;
}

/** What a processor's tables of endpoints need of it. */
interface Api<R extends StoredObject, C, S, X> {
  /** The path above those of the table. */
  readonly root: string;
  read<T>(schema: z.ZodType<T>, call: C): Read<T, X>;
  missing(object: R['object'], id: string): { readonly refusal: X; readonly details?: Details };
  /** What the ledger and the fault rules know of a call that shows this object. */
  detailsOf(record: R): Details;
  view(record: R, service: S, expansion: Expansion): object;
  listView(url: string, data: readonly object[], has_more: boolean): object;
}

const ofPages: ReadonlySet<string> = new Set(['limit', 'starting_after', 'ending_before', 'created', 'expand']);

/** The records whose fields equal the filters, the parameters of the same names. */
export function filtered<R extends object>(records: readonly R[], input: object): R[] {
  const filters = Object.entries(input).filter(([name, value]) => !ofPages.has(name) && value !== undefined);
  return records.filter((record) => filters.every(([name, value]) => record[name as keyof R] === value));
}

/** The kinds of rows in a processor's tables of endpoints. */
export function objectEndpoints<
  R extends StoredObject & { readonly created: number },
  C extends ReadCall,
  S extends { readonly objects: ObjectStore<R> },
  K extends DecisionContext,
  X,
>({ root, read, missing, detailsOf, view, listView }: Api<R, C, S, X>) {
  type Parsed = ParsedCall<R, X, K>;
  type Row = ObjectEndpoint<R, X, K, C, S>;
  type Of<O extends R['object']> = Extract<R, { object: O }>;
  /** `POST payments/:id/capture` */
  type Route = `${Endpoint['method']} ${string}`;

  /** A row that refuses wrong parameters, and expands the objects that its parameters name. */
  function on<I>(route: Route, kind: CallKind, params: z.ZodType<I>, parse: (at: At<I, C, S>) => Parsed): Row {
    const [method, path] = route.split(' ') as [Endpoint['method'], string];
    return {
      method,
      path,
      kind,
      parse(call, service) {
        const found = read(params, call);
        if ('refusal' in found) return found;
        const input = found.value as I & Expands;
        return { expand: input.expand, ...parse({ input, call, service }) };
      },
    };
  }

  /** Shows one object unchanged. */
  const shown = (record: R, { input: { expand = [] }, service }: At<unknown, C, S>): Parsed => ({
    details: detailsOf(record),
    show: () => view(record, service, new Expansion(expand)),
  });

  /** Shows one page of the objects. */
  function page(records: readonly R[], path: string, { input, service }: At<Page, C, S>): Parsed {
    const { data, has_more } = pageOf(records, input);
    const expansion = new Expansion(input.expand ?? []).under('data');
    const views = () => data.map((record) => view(record, service, expansion));
    return { show: () => listView(`${root}${path}`, views(), has_more) };
  }

  /** The rows of the objects of one kind, below their path. */
  const rowsOf = <O extends R['object']>(object: O, path: string) => {
    /** A row of the object that the path names; refuses an unknown or deleted one. */
    const onObject = <I>(
      method: Endpoint['method'],
      action: string,
      kind: CallKind,
      params: z.ZodType<I>,
      parse: (record: Of<O>, at: At<I, C, S>) => Parsed,
    ): Row =>
      on(`${method} ${path}/:id${action === '' ? '' : `/${action}`}`, kind, params, (at) => {
        const { id, account } = at.call;
        const record = at.service.objects.find(object, account, id);
        return record && !('deleted' in record && record.deleted) ? parse(record, at) : missing(object, id);
      });
    type Decide<I> = (record: Of<O>, input: I & Expands, context: K) => Decision<R, X>;
    const deciding =
      (method: Endpoint['method']) =>
      <I>(
        action: string,
        kind: CallKind,
        params: z.ZodType<I>,
        decide: Decide<I>,
        details: (record: Of<O>, at: At<I, C, S>) => Details = () => ({}),
      ): Row =>
        onObject(method, action, kind, params, (record, at) => ({
          details: details(record, at),
          decide: (context) => decide(record, at.input, context),
        }));
    return {
      onObject,
      /** Decides on the object that the path names. */
      change: deciding('POST'),
      remove: (kind: CallKind, params: z.ZodType<object>, decide: Decide<object>) =>
        deciding('DELETE')('', kind, params, decide),
      create: <I>(kind: CallKind, params: z.ZodType<I>, decide: (input: I & Expands, context: K) => Decision<R, X>) =>
        on(`POST ${path}`, kind, params, ({ input }) => ({ decide: (context) => decide(input, context) })),
      retrieve: (kind: CallKind, params: z.ZodType<object>) =>
        onObject('GET', '', kind, params, (record, at) => shown(record, at)),
      /** Lists the objects with the filters of the parameters. */
      list: <I extends Page>(kind: CallKind, params: z.ZodType<I>, isListed: (record: Of<O>) => boolean = () => true) =>
        on(`GET ${path}`, kind, params, (at) => {
          const records = at.service.objects.all(object, at.call.account).filter(isListed);
          return page(filtered(records, at.input), path, at);
        }),
    };
  };

  return { on, shown, page, rowsOf };
}
