/** `60,2x300` as milliseconds: 60,000, 300,000, 300,000. Undefined when the text is not such a list. */
export function parseSchedule(text: string): readonly number[] | undefined {
  const delays: number[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(?:(\d{1,3})x)?(\d{1,6}(?:\.\d{1,3})?)\s*$/.exec(part);
    if (!match) return undefined;
    const times = Number(match[1] ?? 1);
    for (let i = 0; i < times; i++) delays.push(Math.round(Number(match[2]) * 1000));
  }
  return delays;
}
