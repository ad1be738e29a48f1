/** Changes the schemas nested inside a JSON Schema. */
export type Json = Readonly<Record<string, unknown>>

export interface Step {
  readonly by: 'member' | 'item' | 'variant'
  /** The member's name. Only meaningful if `by` is `member`. */
  readonly name: string
  /** The variant's index. Only meaningful if `by` is `variant`. */
  readonly at: number
}

type Change = (inner: Json, step: Step) => Json

export function mapInner(schema: Json, change: Change): Json {
  const { properties, items, additionalProperties: values } = schema as Record<string, Json | undefined>
  const variants = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) => {
    const list = schema[keyword] as readonly Json[] | undefined
    return list ? [[keyword, list.map((each, at) => change(each, { by: 'variant', name: '', at }))]] : []
  })
  const one = (inner: Json) => change(inner, { by: 'item', name: '', at: 0 })
  return {
    ...schema,
    ...(properties && { properties: mapMembers(properties as Readonly<Record<string, Json>>, change) }),
    ...(items && { items: one(items) }),
    ...(typeof values === 'object' && { additionalProperties: one(values) }),
    ...Object.fromEntries(variants),
  }
}

const mapMembers = (properties: Readonly<Record<string, Json>>, change: Change) =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, change(member, { by: 'member', name, at: 0 })]))

export const typesOf = ({ type }: Json): string[] =>
  ([type].flat() as (string | undefined)[]).filter((each) => each !== undefined && each !== 'null') as string[]

export const hasNullType = ({ type }: Json): boolean => [type].flat().includes('null')

export const isNullSchema = ({ type }: Json): boolean => type === 'null'
