/** Database views for reading a store's records: their names and columns. */
import { z } from 'zod'
import { storedForms } from './kinds.ts'

export interface View {
  readonly name: string
  readonly kind: string
  readonly perEnvironment: boolean
  /** The columns, and the member that each one shows. Undefined if the record is a string, shown in the `value` column. */
  readonly members: readonly (readonly [column: string, member: string])[] | undefined
}

/** Kinds without a view: rule counts mean nothing without the rules. */
const hidden = ['count', 'countApart', 'asked']

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function viewName(kind: string): string {
  const name = snakeCase(kind)
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}

export const views: readonly View[] = storedForms.flatMap(({ form: { name: kind, schema }, perEnvironment }) => {
  if (hidden.includes(kind)) return []
  const members = schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined
  return [{ name: viewName(kind), kind, perEnvironment, members: members?.map((member) => [snakeCase(member), member] as const) }]
})
