/** Whose fault it is that an interaction does not hold. */

/** What is said of each. */
export const faults = {
  contract: 'the contract is wrong: the simulator fails too',
  simulator: 'the simulator is wrong: it differs from the real implementation in what the consumer relies on',
  provider: 'the real implementation broke it',
  environment: 'it could not be tried in this environment: its state did not come about, or the service did not answer',
} as const
export type Fault = keyof typeof faults
