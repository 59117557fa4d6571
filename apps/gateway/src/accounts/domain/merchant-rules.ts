import type { MerchantRulesSettings } from '@payorch/contracts';

/** The rules of a merchant for all of its profiles; null: none. */
export type MerchantRules = Pick<MerchantRulesSettings, 'threeDs' | 'surcharge'>;

export const noRules: MerchantRules = { threeDs: null, surcharge: null };

export const hasRules = ({ threeDs, surcharge }: MerchantRules): boolean => threeDs !== null || surcharge !== null;
