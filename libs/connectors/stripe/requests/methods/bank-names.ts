/**
 * Stripe's bank names by the interface's names. If Stripe does not know a bank and the bank is optional, the bank is left
 * out: the customer then chooses the bank on a page.
 */
const like = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

export const idealBanks: Readonly<Record<string, string>> = {
  ...like('abn_amro', 'asn_bank', 'bunq', 'handelsbanken', 'ing', 'knab', 'moneyou', 'n26', 'rabobank', 'regiobank'),
  ...like('revolut', 'sns_bank', 'triodos_bank', 'van_lanschot', 'yoursafe'),
  nationale_nederlanden: 'nn',
};

export const epsBanks: Readonly<Record<string, string>> = {
  ...like('arzte_und_apotheker_bank', 'austrian_anadi_bank_ag', 'bank_austria', 'bankhaus_carl_spangler'),
  ...like('bankhaus_schelhammer_und_schattera_ag', 'bawag_psk_ag', 'bks_bank_ag', 'brull_kallmus_bank_ag'),
  ...like('btv_vier_lander_bank', 'capital_bank_grawe_gruppe_ag', 'dolomitenbank', 'easybank_ag'),
  ...like(
    'erste_bank_und_sparkassen',
    'hypo_alpeadriabank_international_ag',
    'hypo_bank_burgenland_aktiengesellschaft',
  ),
  ...like('hypo_noe_lb_fur_niederosterreich_u_wien', 'hypo_oberosterreich_salzburg_steiermark', 'hypo_tirol_bank_ag'),
  ...like('hypo_vorarlberg_bank_ag', 'marchfelder_bank', 'oberbank_ag', 'raiffeisen_bankengruppe_osterreich'),
  ...like('schoellerbank_ag', 'sparda_bank_wien', 'volksbank_gruppe', 'volkskreditbank_ag', 'vr_bank_braunau'),
};

export const przelewy24Banks: Readonly<Record<string, string>> = {
  ...like('alior_bank', 'bank_millennium', 'bank_nowy_bfg_sa', 'bank_pekao_sa', 'banki_spbdzielcze', 'blik'),
  ...like('bnp_paribas', 'boz', 'credit_agricole', 'etransfer_pocztowy24', 'getin_bank', 'inteligo', 'mbank_mtransfer'),
  ...like('nest_przelew', 'noble_pay', 'pbac_z_ipko', 'plus_bank', 'santander_przelew24', 'toyota_bank'),
  ...like('volkswagen_bank'),
  citi: 'citi_handlowy',
  e_transfer_pocztowy24: 'etransfer_pocztowy24',
  envelo_bank: 'envelobank',
  idea_bank: 'ideabank',
  velo_bank: 'velobank',
};
