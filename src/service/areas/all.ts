/** The tables of rows and jobs, for what loads them with `import()`. */

// Nothing else imports this file: a page would have to load another one first.
export { expire } from './file-transfer/jobs/expire.ts'
export { purge } from './file-transfer/jobs/purge.ts'
export { concludeScan } from './file-transfer/jobs/scan.ts'
export { operations, operationsById } from './index.ts'
