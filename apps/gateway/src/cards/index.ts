export { CardFacts } from './card-facts';
export { CardIssuers } from './card-issuers';
export { CardsModule } from './cards.module';
export { readUploads } from './http/read-uploads';
export { CardInfoRow } from './persistence/card-info.rows';
export { CardIssuerRow } from './persistence/card-issuer.rows';
