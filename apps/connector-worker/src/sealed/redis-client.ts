/** The connection to Redis, where CVCs wait for their operation. */
export const redisClient = Symbol('redis');
