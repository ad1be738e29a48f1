/** Views of the database for testers: one for each kind of record, with a column for each member of its schema. */
import { z } from 'zod'
import { environmentKinds, worldKinds } from '../control/snapshot/kinds.ts'
import type { AnyForm } from '../world/records/form.ts'

/** Rows of a world have numbers of their own below this one. */
export const rowsInWorld = 2 ** 30

/** Counts of rules, and calls that count against limits: they lie in several rows, or say nothing by themselves. */
const hidden = ['allowance', 'count', 'countApart', 'asked']

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function viewName(kind: string): string {
  const name = snakeCase(kind)
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}

/** The members of an object; undefined for a record that is a text. */
const membersOf = (schema: z.ZodType): string[] | undefined => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined)

function viewOf({ name, schema }: AnyForm, columns: readonly string[]): readonly [name: string, sql: string] {
  const members = membersOf(schema)?.map((member) => `json_extract(record.json, '$.${member}') AS "${snakeCase(member)}"`)
  const all = ['world.name AS world', ...columns, ...(members ?? [`json_extract(record.json, '$') AS value`])]
  const view = viewName(name)
  return [
    view,
    `CREATE VIEW ${view} AS SELECT ${all.join(', ')} FROM record JOIN world ON world.number = record.id / ${rowsInWorld} WHERE record.kind = '${name}'`,
  ]
}

/** The statements that make the views, by name. */
export const views: ReadonlyMap<string, string> = new Map([
  ...worldKinds.filter(({ name }) => !hidden.includes(name)).map((form) => viewOf(form, [])),
  ...environmentKinds.filter(({ name }) => !hidden.includes(name)).map((form) => viewOf(form, ['record.environment'])),
])
