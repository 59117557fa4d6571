import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export { SpanKind } from '@opentelemetry/api';

export interface SpanOptions {
  readonly kind: SpanKind;
  /** The W3C header of the parent; absent: the span within which this code runs. */
  readonly parent?: string;
  /** Nothing personal, nothing secret, and no id that a caller may choose: a collector is no place for them. */
  readonly attributes: Attributes;
}

/** How the work of a span ended. `fault`: a short name of what failed. */
export interface Ended {
  readonly attributes?: Attributes;
  readonly fault?: string;
}

/** A span under way. Only for a process that exports spans (`isTracing`). */
export class OpenSpan {
  /** The W3C header by which others continue from this span. */
  readonly traceparent: string;
  private readonly span: Span;
  private readonly context: Context;

  constructor(name: string, { kind, parent, attributes }: SpanOptions) {
    const outer = parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
    this.span = trace.getTracer('payorch').startSpan(name, { kind, attributes }, outer);
    this.context = trace.setSpan(outer, this.span);
    const headers: { traceparent?: string } = {};
    propagation.inject(this.context, headers);
    this.traceparent = headers.traceparent ?? '';
  }

  end({ attributes, fault }: Ended = {}): void {
    if (attributes) this.span.setAttributes(attributes);
    if (fault !== undefined) this.span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }

  /** Does work within the span and ends it. Of an error it has the class alone: a text may quote what is personal. */
  async run<T>(work: () => Promise<T>, ended?: (result: T) => Ended): Promise<T> {
    try {
      const result = await context.with(this.context, work);
      this.end(ended?.(result));
      return result;
    } catch (error) {
      this.end({ fault: (error as Error).name });
      throw error;
    }
  }
}
