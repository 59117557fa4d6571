// One system for these journeys, which search everything that it stored for values that it must not store, or only sealed.
import './marked-cards.journey';
import './personal-data.journey';
import './payment-methods.journey';
