export { CardFacts } from './card-facts';
export { CardsModule } from './cards.module';
export { readUploads } from './http/read-uploads';
export { CardInfoRow } from './persistence/card-info.rows';
