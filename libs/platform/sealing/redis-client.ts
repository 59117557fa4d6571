import type { Cluster, Redis } from 'ioredis';

/** One server, the primary behind sentinels, or a cluster: callers do not see the difference. */
export type RedisClient = Redis | Cluster;
