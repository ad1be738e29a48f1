/** The table of operations, for what loads it with `import()`. */

// Nothing else imports this file: a page would have to load another one first.
export { operations, operationsById } from './index.ts'
