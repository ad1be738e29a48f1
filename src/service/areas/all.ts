/** The table of rows, and the jobs that a tester can run immediately, for code that loads them with `import()`. */

// No other code may import this file, because the first page of a bundle would then load an additional chunk.
export { concludeScan, expire, purge } from './file-transfer/index.ts'
export { operations, operationsById } from './index.ts'
