import type { JsonObject, RoutingFacts } from '@payorch/contracts';
import { limits } from '../program/limits';
import type { NeededFacts } from '../program/needed-facts';
import type { RuleKey } from '../program/rule-keys';

/** A longer value is stored cut: no text of a rule is as long, so no comparison comes out otherwise. */
const longestText = limits.metadataValueLength + 1;

/** The keys of the metadata that rules name, those with a text, a number or a truth value. */
function metadataOf(sent: JsonObject | null, names: ReadonlySet<string>): Record<string, string> | undefined {
  const named = [...names].flatMap((name): [string, string][] => {
    const value = sent && Object.hasOwn(sent, name) ? sent[name] : undefined;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [[name, String(value).slice(0, longestText)]] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/**
 * The values that are needed, and no others; undefined where there are none of them. `valueOf` gives the value of a key, undefined
 * or null where there is none: no comparison with it holds.
 */
export function collectFacts(
  needs: NeededFacts,
  valueOf: (key: RuleKey) => string | number | null | undefined,
  sentMetadata: JsonObject | null,
): RoutingFacts | undefined {
  const values: Record<string, string | number> = {};
  for (const key of needs.keys) {
    const value = valueOf(key);
    if (value !== undefined && value !== null)
      values[key] = typeof value === 'string' ? value.slice(0, longestText) : value;
  }
  const metadata = metadataOf(sentMetadata, needs.metadata);
  if (Object.keys(values).length === 0 && metadata === undefined) return undefined;
  return { values, ...(metadata && { metadata }) };
}
