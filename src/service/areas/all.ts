/** The table of rows, and the jobs that a tester can run immediately, for `loadAreas`. */

// No other code may import this file: if it had other importers, the first page of a bundle would load an additional chunk.
export { concludeScan, expire, purge } from './file-transfer/index.ts'
export { operations, operationsById } from './index.ts'
