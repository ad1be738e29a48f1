/** The table of rows, and the jobs that a tester can run immediately, for `loadAreas`. */

// Only `loadAreas` may import this file; otherwise, the first page of a bundle would load an additional chunk.
export { concludeScan, expire, purge } from './file-transfer/index.ts'
export { operations, operationsById } from './index.ts'
