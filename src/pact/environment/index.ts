/** What verifying a real implementation needs, which loads with the first one. */
export { faultOf } from './drift.ts'
export { exchangeOf } from './exchange.ts'
export { demandAll, needsOfAll, sameCaller } from './needs.ts'
export { type OpenEnvironment, openEnvironment } from './open.ts'
export { leavesOut } from './states-there.ts'
