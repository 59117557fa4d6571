/** The sandbox's own cards: each succeeds at every processor and triggers a fault on the payment. */
export const faultCards: ReadonlyMap<string, string> = new Map([
  ['4000000000070013', 'refuse'],
  ['4000000000070021', 'hang'],
  ['4000000000070039', 'execute_then_hang'],
  ['4000000000070047', 'execute_then_drop'],
  ['4000000000070054', 'execute_then_500'],
  ['4000000000070062', 'fail_500'],
  ['4000000000070070', 'rubbish'],
  ['4000000000070088', 'wrong_amount'],
  ['4000000000070096', 'wrong_amount:kept'],
  ['4000000000070104', 'slow:5000'],
  ['4000000000070112', 'pending_then_settled:3000:succeeded'],
  ['4000000000070120', 'pending_then_settled:3000:failed'],
  ['4000000000070138', 'lookup_not_found_then_found:1'],
  ['4000000000070146', 'duplicate_webhook'],
  ['4000000000070153', 'late_webhook:5000'],
  ['4000000000070161', 'early_webhook'],
  ['4000000000070179', 'no_webhook'],
]);

/** The text of the fault that a card triggers. */
export const faultOfCard = (number: string): string | null => faultCards.get(number) ?? null;
