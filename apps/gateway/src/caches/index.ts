export { CachesModule } from './caches.module';
