/** Our copy of a merchant's settings is older than the message that needs them: worth another try in a moment. */
export class SettingsBehind extends Error {
  override readonly name = 'SettingsBehind';

  constructor(merchantId: string, version: number) {
    super(`the settings of ${merchantId} are not yet at version ${version}`);
  }
}
