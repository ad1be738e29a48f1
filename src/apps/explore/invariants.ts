/** Checks invariants: verdicts on the final world, and the user's own invariants (functions, or from `standin.invariants.yaml`). */
import { z } from 'zod'
import type { CollectionName } from '../../control/client.ts'
import { type Collection, collectionNames, collections, columnOf } from '../../control/collections.ts'
import type { WorldKnobs } from '../../control/simulator.ts'
import { type Evidence, type Verdict, verdicts } from '../../control/verdicts.ts'
import { Misuse, misuseOfAll } from '../../service/wire/misuse.ts'
import { checkAs } from '../../service/wire/read-as.ts'

type Demanded = NonNullable<Verdict['demanded']>

/** A problem in a run. */
export interface Violation {
  /** The verdict or invariant, for example `invariant ordered-once`. */
  readonly key: string
  /** Completes "your client …". The same problem has the same sentence in every run. */
  readonly sentence: string
  readonly demanded: Demanded
}

/** An invariant that the user wrote in a file. */
export interface Invariant {
  readonly id: string
  readonly demanded: Demanded
  readonly atEnd: (evidence: Evidence, standin: WorldKnobs) => readonly string[] | Promise<readonly string[]>
}

/**
 * An invariant that the user wrote as a function. It returns violations (a string or a list of strings that complete "your client …"), or
 * throws an error, like an assertion. Any other return value means success.
 */
export type InvariantFunction = (standin: WorldKnobs) => unknown

export type OwnInvariant = Invariant | InvariantFunction

/**
 * Returns the violations in a world. Call this after the client has ended and the world has settled. A session without faults can have
 * violations too, for example intended duplicate orders.
 */
export async function findViolations(standin: WorldKnobs, own: readonly OwnInvariant[] = []): Promise<Violation[]> {
  const { journal } = standin.world
  const calls = journal.calls.list().filter(({ closed, sender }) => closed > 0 && !sender?.own)
  const evidence = {
    world: standin.world,
    calls: calls.toSorted((one, other) => one.began - other.began),
    whole: journal.calls.dropped === 0,
  }
  const all: readonly (Verdict | Invariant)[] = [...verdicts, ...own.map(asInvariant)]
  const violations = await Promise.all(
    all.map(async ({ id, demanded = 'always', atEnd }) => {
      const sentences = (await atEnd?.(evidence, standin)) ?? []
      return sentences.map((sentence): Violation => ({ key: `invariant ${id}`, sentence, demanded }))
    }),
  )
  return violations.flat()
}

const asInvariant = (own: OwnInvariant, nth: number) =>
  typeof own === 'function' ? invariantOf(own, own.name || `invariant ${nth + 1}`) : own

/** `name`: identifies the invariant in findings. */
export const invariantOf = (judge: InvariantFunction, name: string): Invariant => ({
  id: name,
  demanded: 'always',
  async atEnd(_, standin) {
    const said = await Promise.resolve(standin)
      .then(judge)
      .catch((thrown: unknown) => `breaks ${name}: ${messageOf(thrown)}`)
    return [said].flat().filter((each) => typeof each === 'string')
  },
})

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0]

/** The values to accept in a column. A record matches if the column has any of these values. */
const values = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()])).min(1)], {
  error: 'is not a value or a list of values',
})
const columns = z.record(z.string(), values)

const count = z.union(
  [
    z.int().min(0),
    z
      .strictObject({ atLeast: z.int().min(0).optional(), atMost: z.int().min(0).optional() })
      .refine(({ atLeast = 0, atMost = Number.POSITIVE_INFINITY }) => atLeast <= atMost, { error: 'has an atLeast above its atMost' }),
  ],
  { error: 'is not valid. Use for example 1 or { atMost: 1 }' },
)

const written = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]{1,64}$/, 'is not a name. Use 1 to 64 of the characters a-z, 0-9 and -'),
    /** Completes "your client …". */
    sentence: z.string().min(1).max(300).optional(),
    records: z.enum(collectionNames),
    /** Selects the records. Default: all records. */
    where: columns.optional(),
    /** Columns that group the records by value. Default: one group. */
    per: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
    count: count.optional(),
    /** Values that each record must have. */
    all: columns.optional(),
    when: z.enum(['always', 'success']).optional(),
  })
  .superRefine(({ records, where = {}, per = [], count: counted, all = {}, ...rest }, context) => {
    const refuse = (path: string[], message: string, choices: readonly string[]) =>
      context.addIssue({ code: 'custom', path, message, params: { choices } })
    const known = Object.keys(collections[records].columns)
    const check = (part: string, column: string, given: readonly (string | number)[] = []) => {
      if (!known.includes(column))
        return refuse([part], `names ${JSON.stringify(column.slice(0, 100))}, which is not a column of ${records}`, known)
      const choices = collections[records].choices[column]
      for (const value of given)
        if (choices && !choices.includes(String(value)))
          refuse([part], `sets ${column} to ${JSON.stringify(String(value).slice(0, 100))}`, choices)
    }
    for (const [part, pairs] of Object.entries({ where, all }))
      for (const [column, given] of Object.entries(pairs)) check(part, column, [given].flat())
    for (const column of [per].flat()) check('per', column)
    if (counted === undefined && Object.keys(all).length === 0)
      refuse([], `makes no claim about its records: ${JSON.stringify(rest.name)}`, ['count', 'all'])
  })

const document = z.strictObject({ invariants: z.array(written).min(1).max(200) })

/** Parses the content of `standin.invariants.yaml`. Throws {@link Misuse} listing every error and the valid choices. */
export function readInvariants(content: unknown): Invariant[] {
  const read = checkAs('Invariants', document, content)
  if (!('data' in read)) throw misuseOfAll(read.mistakes.map(({ misuse }) => misuse))
  const names = new Set(verdicts.map(({ id }) => id))
  for (const { name } of read.data.invariants) {
    if (names.has(name)) throw new Misuse(`Invariants: an invariant named ${name} already exists. Choose another name.`)
    names.add(name)
  }
  return read.data.invariants.map((each) => ({
    id: each.name,
    demanded: each.when ?? 'always',
    atEnd: ({ world }) => counting(wantedOf(each), [...recordsOf(each.records).records(world)]),
  }))
}

const recordsOf = (name: CollectionName) => collections[name] as Collection<object>

const listed = (pairs: z.output<typeof columns>) =>
  Object.entries(pairs).map(([column, given]) => [column, [given].flat().map(String)] as const)

const wantedOf = ({ where = {}, per = [], count: counted, all = {}, ...named }: z.output<typeof written>) => ({
  ...named,
  where: listed(where),
  per: [per].flat(),
  count: typeof counted === 'number' ? { atLeast: counted, atMost: counted } : counted,
  all: listed(all),
  /** Returns a record's values in the column: none, one, or several. */
  read: (column: string) => columnOf(recordsOf(named.records), column) ?? (() => []),
})

type Wanted = ReturnType<typeof wantedOf>

function counting(wanted: Wanted, records: readonly object[]): string[] {
  const { where, per, count, all } = wanted
  const matching = records.filter((record) => fits(wanted, where, record))
  const odd = matching.filter((record) => !fits(wanted, all, record))
  const groups = per.length === 0 ? new Map([['', matching]]) : groupsOf(wanted, matching)
  const counted = count ? [...groups].filter(([, { length }]) => length < (count.atLeast ?? 0) || length > (count.atMost ?? length)) : []
  return [
    ...counted.map(([group, { length }]) => sentenceOf(wanted, `has ${length} ${wanted.records}${group && ` for ${group}`}`)),
    ...(odd.length > 0 ? [sentenceOf(wanted, `has ${wanted.records} whose ${all.map(([column]) => column).join(' and ')} differs`)] : []),
  ]
}

const fits = ({ read }: Wanted, columns: Wanted['where'], record: object): boolean =>
  columns.every(([column, values]) => read(column)(record).some((value) => values.includes(value)))

/** Groups records by their values in the columns. A record belongs to one group per value, and to no group if it has no value. */
function groupsOf({ per, read }: Wanted, records: readonly object[]): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const record of records) {
    const names = per.reduce<string[]>(
      (known, column) => known.flatMap((name) => read(column)(record).map((value) => (name === '' ? value : `${name}, ${value}`))),
      [''],
    )
    for (const name of new Set(names)) groups.set(name, [...(groups.get(name) ?? []), record])
  }
  return groups
}

const sentenceOf = ({ name, sentence }: Wanted, what: string): string => sentence ?? `breaks ${name}: ${what}`
