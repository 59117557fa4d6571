import { isSecretKey, redact, redactText } from '@payorch/platform/telemetry';

/** A processor call as it may be stored and shown: secrets and card numbers masked, long bodies cut. */
export interface RecordedExchange {
  readonly request: RecordedMessage & { readonly method: string; readonly url: string };
  readonly response: (RecordedMessage & { readonly status: number }) | { readonly failed: string };
  readonly startedAt: Date;
  readonly tookMs: number;
}

export interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const mask = '***';
const longestBody = 65_536;
const plainHeaders =
  /^(content-type|content-length|accept|user-agent|date|host|server|connection|retry-after|.*request-id|.*idempotency-key)$/;

/** Headers carry keys under many names: every header that is not known to be harmless is masked. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      plainHeaders.test(name.toLowerCase()) ? redactText(value) : mask,
    ]),
  );

/** The last part of `card[number]` or `source.number` names the field. */
const lastName = (name: string): string => name.match(/[A-Za-z0-9_-]+/g)?.at(-1) ?? name;

const maskedPairs = (pairs: URLSearchParams): string =>
  [...pairs].map(([name, value]) => `${name}=${isSecretKey(lastName(name)) ? mask : redactText(value)}`).join('&');

function maskedJson(text: string): string | undefined {
  try {
    return JSON.stringify(redact(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/**
 * XML and unreadable text (also JSON that was cut): values of elements, attributes and fields with a secret's name are
 * masked, then card numbers.
 */
const maskedOther = (text: string): string =>
  redactText(
    text
      .replace(/<([A-Za-z0-9_:.-]{1,64})([^<>]{0,256})>([^<]{1,4096})</g, (whole, name: string, rest: string) =>
        isSecretKey(lastName(name)) ? `<${name}${rest}>${mask}<` : whole,
      )
      .replace(/([A-Za-z0-9_-]{1,64})("?\s?[=:]\s?)"[^"]{1,4096}("|$)/g, (whole, name: string, sign: string) =>
        isSecretKey(name) ? `${name}${sign}"${mask}"` : whole,
      ),
  );

/** Masks a body by its type: JSON and forms by key name, other types by the form of their content. */
export function maskBody(contentType: string, body: string): string {
  const text = body.length > longestBody ? body.slice(0, longestBody) : body;
  if (contentType.includes('form-urlencoded')) return maskedPairs(new URLSearchParams(text));
  const json = /^\s*[[{"]/.test(text) ? maskedJson(text) : undefined;
  return json ?? maskedOther(text);
}

/** A URL without userinfo, its query masked like a form. */
export function maskUrl(url: string): string {
  if (!URL.canParse(url)) return mask;
  const { origin, pathname, searchParams, search } = new URL(url);
  return redactText(`${origin}${pathname}`) + (search === '' ? '' : `?${maskedPairs(searchParams)}`);
}
