import { applyDecorators, Catch, Controller, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { type DataOf, type MessageDefinition, nameOf } from '@payorch/contracts';

/** What the decorator of a handler leaves in Nest's registry besides the pattern. */
export interface HandlerExtras {
  readonly messages: readonly MessageDefinition[];
  /** This service stores nothing of the message: its owner does. */
  readonly isForwarded?: true;
}

/**
 * Nest's own filter logs an error and turns it into a reply. Here a transport needs the error itself: it retries or
 * dead-letters the message.
 */
@Catch()
class ErrorsToTransport implements ExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}

/** A class whose methods handle messages. The transports of the app call them; none of them is an HTTP route. */
export const MessageController = (): ClassDecorator =>
  applyDecorators(Controller(), UseFilters(new ErrorsToTransport()));

/**
 * Makes a decorator for methods that handle one or several messages: Nest's own `@MessagePattern` or `@EventPattern` with
 * the names of the definitions, `@Payload` and `@Ctx`. The compiler checks the method's payload against the definitions, and
 * its context and result against what the transport passes and expects.
 */
export const handlerDecorator =
  <Context, Result>(extras: Omit<HandlerExtras, 'messages'> = {}) =>
  <Messages extends readonly MessageDefinition[]>(...messages: Messages) =>
  <Handle extends (data: DataOf<Messages[number]>, context: Context) => Result>(
    target: object,
    name: string,
    method: TypedPropertyDescriptor<Handle>,
  ): void => {
    const isEvent = messages.every(({ kind }) => kind === 'event' || kind === 'state');
    const pattern: [string[], HandlerExtras] = [messages.map(nameOf), { ...extras, messages }];
    const register: MethodDecorator = isEvent
      ? EventPattern<string[]>(...pattern)
      : MessagePattern<string[]>(...pattern);
    register(target, name, method);
    Payload()(target, name, 0);
    Ctx()(target, name, 1);
  };
