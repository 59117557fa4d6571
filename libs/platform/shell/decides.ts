import { type DataOf, type MessageDefinition, nameOf } from '@payorch/contracts';
import { handlerDecorator } from '@payorch/platform/kafka';
import type { Step } from './step';

/** A message, and the decision about it. */
export interface DecidedMessage {
  readonly message: MessageDefinition;
  readonly decide: (state: never, data: never, context: never) => unknown;
}

/** Pairs messages with decisions of one form. The compiler checks the decision's data against the message. */
export const decisionsAbout =
  <State, Context, Decision>() =>
  <Message extends MessageDefinition>(
    message: Message,
    decide: (state: State | undefined, data: DataOf<Message>, context: Context) => Decision,
  ): DecidedMessage => ({ message, decide });

interface Deciding {
  /** Gives a decision its context, and turns what it decides into a step. */
  readonly decisions: { stepOf(decide: never, data: never, context: never): Step<unknown> };
}

/** A class that handles each of these messages by its decision; messages that need more have a method with `Handles`. */
export const Decides =
  (...messages: readonly DecidedMessage[]) =>
  (handlers: new (...parts: never[]) => Deciding): void => {
    const target = handlers.prototype as object;
    for (const { message, decide } of messages) {
      const descriptor = {
        value(this: Deciding, data: unknown, context: never): Step<unknown> {
          return this.decisions.stepOf(decide as never, data as never, context);
        },
      };
      Object.defineProperty(target, nameOf(message), descriptor);
      handlerDecorator<never, Step<unknown>>()(message)(target, nameOf(message), descriptor);
    }
  };
