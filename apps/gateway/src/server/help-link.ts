import { errorHelpAddress } from '@payorch/contracts';

const errorStart = '{"error":{';
/** The query string has its own plain text; `/docs/errors` explains it with the unreadable bodies. */
const queryErrorStart = 'Query deserialize error';
const codePattern = /"code":"([A-Z]{2}_\d{2})"/;

/** The header that points to the help for an error code: `</docs/errors#IR_06>; rel="help"`. */
export const helpLink = (wireCode: string): { readonly link: string } => ({
  link: `<${errorHelpAddress(wireCode)}>; rel="help"`,
});

/** The error code of a response body; undefined for the body of a success, of which it reads the beginning alone. */
export function errorCodeIn(payload: unknown): string | undefined {
  if (typeof payload !== 'string') return undefined;
  if (payload.startsWith(errorStart)) return codePattern.exec(payload)?.[1];
  return payload.startsWith(queryErrorStart) ? 'IR_06' : undefined;
}
