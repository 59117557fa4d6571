/** Injection tokens of what the process has once: InfrastructureModule provides them to every module. */
export const configToken = Symbol('configuration');
export const loggerToken = Symbol('logger');
/** The connector workers' current public key for new seals. */
export const sealingKeyToken = Symbol('sealing key');
/** The addresses that webhooks may reach. */
export const egressToken = Symbol('egress policy');
