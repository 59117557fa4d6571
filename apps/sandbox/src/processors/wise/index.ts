import { defineProcessor } from '../../kit/processor';
import { wiseErrors } from './answers';
import { wiseVariables } from './settings';
import { WiseModule } from './wise.module';

export const wise = defineProcessor({
  name: 'wise',
  settings: wiseVariables,
  errors: wiseErrors,
  module: (settings) => WiseModule.with(settings),
});
