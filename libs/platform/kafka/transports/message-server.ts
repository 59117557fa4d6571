import { EventEmitter } from 'node:events';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type MessageDefinition, nameOf } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { RawRecord } from '../messages/codec';
import type { Incoming } from '../messages/envelope';
import type { HandlerExtras } from './message-handler';
import { assertHandledOnce, isOnOneOf } from '../messages/registry';

/** A message that cannot be handled: the original record and the cause. */
export interface Poison {
  readonly record: RawRecord;
  readonly cause: string;
  /** The kind of the cause: a label of the failure metric, with few values. */
  readonly kind: string;
}

export type TransportEvents = {
  assigned: (partitions: readonly number[]) => void;
  deadLettered: (poison: Poison) => void;
};

/** A method with a handler decorator, as Nest registers it. */
export interface RegisteredHandler<Context, Result> {
  (data: unknown, context: Context): Promise<Result>;
  extras?: Partial<HandlerExtras>;
}

/** The message of a pattern; undefined where none is declared under the name. */
const messageOf = (name: string, extras: Partial<HandlerExtras> = {}): MessageDefinition | undefined =>
  extras.messages?.find((message) => nameOf(message) === name);

/** Calls the handler of a message; rejects with the error that the handler throws. */
export type Handle<Context, Result> = (incoming: Incoming, context: Context) => Promise<Result>;

/**
 * A Nest transport strategy. Nest offers it every handler of the app; it takes the handlers of the messages on its own
 * topics.
 */
export abstract class MessageServer<Context, Result>
  extends Server<TransportEvents>
  implements CustomTransportStrategy
{
  declare protected readonly messageHandlers: Map<string, RegisteredHandler<Context, Result>>;
  protected readonly events = new EventEmitter();
  /** Every message with a handler in this app, once for each handler. */
  readonly offered: MessageDefinition[] = [];

  /** Topics, or topic families, whose messages this server handles. */
  abstract readonly handles: readonly string[];

  override addHandler(
    name: string,
    handler: RegisteredHandler<Context, Result>,
    isEvent = false,
    extras: Partial<HandlerExtras> = {},
  ): void {
    const message = messageOf(name, extras);
    if (!message) throw new InvariantError(`${name} has a handler, but is no declared message`);
    this.offered.push(message);
    if (isOnOneOf(this.handles, message)) super.addHandler(name, handler, isEvent, extras);
  }

  override on<Event extends keyof TransportEvents>(event: Event, listener: TransportEvents[Event]): void {
    this.events.on(event, listener);
  }

  /** The messages with a handler here. */
  get messages(): MessageDefinition[] {
    return [...this.messageHandlers].flatMap(([name, { extras }]) => messageOf(name, extras) ?? []);
  }

  readonly handle: Handle<Context, Result> = (incoming, context) => {
    const handler = this.messageHandlers.get(nameOf(incoming.message));
    if (!handler) throw new InvariantError(`${nameOf(incoming.message)} has no handler`);
    return handler(incoming.data, context);
  };

  /** Whether the handler only makes a message for the owner of this message. */
  isForwarded({ message }: Pick<Incoming, 'message'>): boolean {
    return this.messageHandlers.get(nameOf(message))?.extras?.isForwarded ?? false;
  }
}

/** Refuses to start if a message on the topics of an app has no handler or two, or if a handler waits in vain. */
export function assertAllHandled(strategies: readonly CustomTransportStrategy[]): void {
  const servers = strategies.filter((strategy) => strategy instanceof MessageServer);
  // Nest offers every handler to every server.
  assertHandledOnce(
    servers.flatMap(({ handles }) => handles),
    servers[0]?.offered ?? [],
  );
}
