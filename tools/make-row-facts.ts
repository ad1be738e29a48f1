/** Writes src/areas/facts.ts and src/control/facts.ts: what is asked of rows and jobs without their behaviour. Run by `npm run generate`. */
import { writeFileSync } from 'node:fs'
import { jobs, operations } from '../src/areas/index.ts'
import { controls } from '../src/control/rows/index.ts'

export const factsOfOperations = () =>
  operations.map(({ id, method, path, dialect, dependsOn, asks, limit }) => ({ id, method, path, dialect, dependsOn, asks, limit }))
export const factsOfJobs = () => jobs.map(({ id, dependsOn, asks, step, together }) => ({ id, dependsOn, asks, step, together }))
export const factsOfControls = () => Object.fromEntries(controls.map(({ id, method, path }) => [id, `${method} ${path}`]))

/** File → text. */
const files = (): Record<string, string> => ({
  'src/areas/facts.ts': `/** What is asked of rows and jobs before their behaviour is loaded, written by tools/make-row-facts.ts. */
import type { RowFacts } from '../wire/row.ts'
import type { OperationId, JobId } from './index.ts'
import type { Job } from './job.ts'

interface OperationFacts extends Pick<RowFacts, 'method' | 'path' | 'dialect' | 'dependsOn' | 'asks' | 'limit'> {
  readonly id: OperationId
}

interface JobFacts extends Pick<Job, 'dependsOn' | 'asks' | 'step' | 'together'> {
  readonly id: JobId
}

/** In the order of the table. */
export const operationFacts: readonly OperationFacts[] = [
${lines(factsOfOperations())}
]

/** In the order of the table. No call makes it: a bundler would divide the page into more files. */
export const jobFacts: Readonly<Record<JobId, JobFacts>> = {
${factsOfJobs()
  .map((each) => `'${each.id}': ${JSON.stringify(each)}`)
  .join(',\n')}
}
`,
  'src/control/rows/facts.ts': `/** Methods and paths of control rows, written by tools/make-row-facts.ts: a client needs no more to call one. */

/** In the order of the table. */
export const controlFacts = ${JSON.stringify(factsOfControls())} as const

export type ControlId = keyof typeof controlFacts
`,
})

const lines = (facts: readonly object[]) => facts.map((each) => JSON.stringify(each)).join(',\n')

if (import.meta.main) for (const [file, text] of Object.entries(files())) writeFileSync(new URL(`../${file}`, import.meta.url), text)
