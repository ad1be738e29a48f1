/** Says what a schema has against a value: the place, the mistake, and the valid choices. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'

type Issue = z.core.$ZodIssue

/** The first fault only: the next asking shows the next. */
export function faultOf(place: string, schema: z.ZodType, value: unknown, issues: readonly Issue[]): Misuse {
  const [first] = issues.map(nearest)
  if (!first) return new Misuse(`${place}: this cannot be read.`)
  const at = `${place}${first.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 100)}`)).join('')}`
  if (first.code === 'unrecognized_keys') {
    const [name = ''] = first.keys
    return new Misuse(`${at}: there is no ${JSON.stringify(name.slice(0, 100))}.`, namesAt(schema, first.path))
  }
  const found = first.path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part], value)
  if (found === undefined) return new Misuse(`${at} is missing.`)
  if (first.code === 'invalid_value') return new Misuse(`${at}: ${excerpt(found)} is not known.`, first.values.map(String))
  return new Misuse(`${at}: ${excerpt(found)}: ${first.message.replace(/\.?$/, '.')}`)
}

/** Of the branches of a union, the one that came furthest says most. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flat().map((inner) => nearest({ ...inner, path: [...issue.path, ...inner.path] }))
  return branches.reduce<Issue>(
    (best, branch) => (branch.path.length > best.path.length || best.code === 'invalid_union' ? branch : best),
    issue,
  )
}

/** The names that are valid where an unknown one stands. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | undefined {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return undefined
  const [part, ...rest] = path
  const inner = part === undefined ? undefined : (schema.shape as Record<PropertyKey, z.core.$ZodType>)[part]
  return inner ? namesAt(inner, rest) : Object.keys(schema.shape)
}

const excerpt = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
