export { GsmModule } from './gsm.module';
export { GsmRuleRow } from './persistence/gsm-rule.rows';
