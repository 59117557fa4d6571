/** A time as the customer reads it, in the customer's own zone. */
export const localTime = (time: number | string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    numberingSystem: 'latn',
  }).format(new Date(time));

/** Turns the times that the server wrote in UTC into the customer's zone. */
export function showLocalTimes(): void {
  const { lang } = document.documentElement;
  for (const node of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    node.textContent = localTime(node.dateTime, lang);
  }
}
