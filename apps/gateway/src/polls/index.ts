export { PollsModule } from './polls.module';
