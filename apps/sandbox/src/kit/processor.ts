import type { DynamicModule } from '@nestjs/common';
import type { ConfigOf, Settings } from '@payorch/platform/config';
import type { ErrorFormat } from './calls/error.filter';

/** A simulated processor, as the sandbox sees it: the one export of the processor's folder. */
export interface Processor {
  readonly name: string;
  /** The environment variables of this processor alone. */
  readonly settings: Settings;
  /** Its error format; without one its errors have the sandbox's own. */
  readonly errors?: ErrorFormat;
  /** Its Nest module, with the values of its settings. */
  module(config: Readonly<Record<string, unknown>>): DynamicModule;
}

interface ProcessorDefinition<S extends Settings> extends Omit<Processor, 'settings' | 'module'> {
  readonly settings: S;
  module(config: ConfigOf<S>): DynamicModule;
}

export const defineProcessor = <const S extends Settings>(processor: ProcessorDefinition<S>): Processor => processor;
