const iso8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Times of the years 1 to 9999 in UTC: what four digits can say and Postgres can store. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Date.parse turns 30 February into March: a real day is unchanged by the conversion. */
function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/**
 * The time of an ISO 8601 text with an offset, in UTC and milliseconds; undefined for any other text, and for a time outside the
 * years 1 to 9999. An offset may be of any size below a day: Postgres would refuse one of 16 hours.
 */
export function utcInstant(text: string): string | undefined {
  if (!iso8601.test(text) || !isRealDay(text.slice(0, 10))) return undefined;
  const time = Date.parse(text);
  return time >= earliest && time <= latest ? new Date(time).toISOString() : undefined;
}

/** The UTC text of a time in milliseconds; the nearest one of the years 1 to 9999. */
export const utcText = (time: number): string => new Date(Math.min(Math.max(time, earliest), latest)).toISOString();
