import { refuse } from '@payorch/contracts';
import type { ChangeGlobalSettings } from '../settings/change-global-settings';
import { RefusalError } from '../errors/errors';
import type { ViewedChange } from '../idempotency/change-with-response';
import type { GsmRuleRepository } from './persistence/gsm-rule.repository';
import type { GsmKey, GsmRequest, GsmRule } from './domain/gsm-rule';
import { gsmRuleMessage, newGsmRule, updatedGsmRule } from './domain/gsm-rule';

const notFound = (): RefusalError =>
  new RefusalError(refuse('not_found', { message: 'GSM with given key does not exist in our records' }));

const exists = (): RefusalError =>
  new RefusalError(refuse('already_exists', { message: 'GSM with given key already exists in our records' }));

/** The rules that define the meaning of a processor's error. */
export class GsmRules {
  constructor(
    private readonly settings: ChangeGlobalSettings,
    private readonly rules: GsmRuleRepository,
  ) {}

  create(sent: GsmKey & GsmRequest & { readonly status: string }, trace: ViewedChange<GsmRule>): Promise<GsmRule> {
    const rule = newGsmRule(sent);
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.rules.insert(sql, rule))) throw exists();
      return { result: rule, message: gsmRuleMessage(rule, version) };
    });
  }

  async retrieve(key: GsmKey): Promise<GsmRule> {
    const found = await this.settings.read((sql) => this.rules.find(sql, key));
    if (!found) throw notFound();
    return found;
  }

  update(key: GsmKey, sent: GsmRequest, trace: ViewedChange<GsmRule>): Promise<GsmRule> {
    return this.settings.of(trace, async (sql, version) => {
      const stored = await this.rules.find(sql, key);
      if (!stored) throw notFound();
      const rule = updatedGsmRule(stored, sent);
      await this.rules.update(sql, rule);
      return { result: rule, message: gsmRuleMessage(rule, version) };
    });
  }

  delete(key: GsmKey, trace: ViewedChange<GsmRule>): Promise<GsmRule> {
    return this.settings.of(trace, async (sql, version) => {
      const rule = await this.rules.find(sql, key);
      if (!rule) throw notFound();
      await this.rules.delete(sql, key);
      return { result: rule, message: gsmRuleMessage(rule, version, true) };
    });
  }
}
