export { RelaysModule } from './relays.module';
