/** This worker's copy of a merchant's settings is older than the message requires. Retryable. */
export class SettingsBehind extends Error {
  override readonly name = 'SettingsBehind';

  constructor(merchantId: string, version: number) {
    super(`the settings of ${merchantId} are not yet at version ${version}`);
  }
}
