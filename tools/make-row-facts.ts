/** Writes what is asked of rows, jobs and records without their behaviour and schemas: the files below. Run by `npm run generate`. */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { controls } from '../src/control/index.ts'
import type { Member, Members } from '../src/control/records/query.ts'
import { recordSchemas } from '../src/control/records/rows.ts'
import { jobs, operations } from '../src/service/areas/index.ts'

export const factsOfOperations = () =>
  operations.map(({ id, method, path, dialect, dependsOn, asks, limit }) => ({ id, method, path, dialect, dependsOn, asks, limit }))
export const factsOfJobs = () => jobs.map(({ id, dependsOn, asks, step, together }) => ({ id, dependsOn, asks, step, together }))
export const factsOfControls = () => Object.fromEntries(controls.map(({ id, method, path }) => [id, `${method} ${path}`]))

/** Collection → the members of its records. */
export const membersOfRecords = () =>
  Object.fromEntries(Object.entries(recordSchemas).map(([name, schema]) => [name, membersOf(kindsOf(z.toJSONSchema(schema)))]))

type Shape = z.core.JSONSchema.JSONSchema

/** The members of all objects of a union. */
function membersOf(shapes: readonly Shape[]): Members {
  const all = shapes.flatMap(({ properties = {} }) => Object.entries(properties))
  const named = Object.groupBy(all, ([name]) => name)
  return Object.fromEntries(
    Object.entries(named).map(([name, entries = []]) => [name, memberOf(entries.flatMap(([, shape]) => kindsOf(shape as Shape)))]),
  )
}

/** The kinds of a value, apart from null. */
const kindsOf = (shape: Shape): Shape[] =>
  (shape.anyOf ? (shape.anyOf as Shape[]).flatMap(kindsOf) : [shape]).filter(({ type }) => type !== 'null')

function memberOf(kinds: readonly Shape[]): Member {
  const items = kinds.flatMap(({ items: item }) => (item ? kindsOf(item as Shape) : []))
  if (items.length > 0) return items.some(({ properties }) => properties) ? { list: membersOf(items) } : 'list'
  if (kinds.some(({ properties }) => properties)) return { object: membersOf(kinds) }
  const values = kinds.map(({ enum: each }) => each)
  return values.every((each) => each !== undefined) ? values.flat().map(String) : 'value'
}

/** The texts of the files, by path. */
const files = (): Record<string, string> => ({
  'src/service/areas/facts.ts': `/** What is asked of rows and jobs before their behaviour is loaded, written by tools/make-row-facts.ts. */
import type { RowFacts } from '../src/service/wire/row.ts'
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
  'src/control/facts.ts': `/** Methods and paths of control rows, written by tools/make-row-facts.ts: all that a client needs to call one. */

/** In the order of the table. */
export const controlFacts = ${JSON.stringify(factsOfControls())} as const

export type ControlId = keyof typeof controlFacts
`,
  'src/control/records/members.ts': `/** The members of records, written by tools/make-row-facts.ts: a query is checked before any schema is loaded. */
import type { CollectionName } from './rows.ts'
import type { Members } from './query.ts'

/** In the order of the table. */
export const recordMembers: Readonly<Record<CollectionName, Members>> = ${JSON.stringify(membersOfRecords())}
`,
})

const lines = (facts: readonly object[]) => facts.map((each) => JSON.stringify(each)).join(',\n')

if (import.meta.main) for (const [file, text] of Object.entries(files())) writeFileSync(new URL(`../${file}`, import.meta.url), text)
