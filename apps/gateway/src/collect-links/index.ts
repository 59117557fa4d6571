export { CollectLinksModule } from './collect-links.module';
