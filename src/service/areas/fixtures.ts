/** Reads fixtures, the seed data for all worlds: people, organizations, resources, callers and clients. */
import { z } from 'zod'
import { demandModest, scan } from '../wire/json.ts'
import { positionAt } from '../wire/json-errors.ts'
import { Misuse } from '../wire/misuse.ts'
import { readAs } from '../wire/read-as.ts'
import { type LimitName, rateLimits } from '../wire/vocabulary.ts'
import { organizationSchema, personSchema } from '../world/contact.ts'
import { registeredClientSchema } from '../world/registers.ts'
import { organizationNumber, type ResourceSeed, resourceSchema } from './resources/records.ts'

/** The seed data for all worlds. */
export type Fixtures = ResourceSeed

/** Calls per minute, keyed by operation. */
export const callerLimits = z.partialRecord(z.enum(Object.keys(rateLimits) as LimitName[]), z.int().nonnegative())

const schemas = {
  people: z.array(personSchema),
  organizations: z.array(organizationSchema),
  resources: z.array(resourceSchema()),
  clients: z.array(registeredClientSchema()),
  callers: z.array(
    z
      .strictObject({
        orgNo: organizationNumber().optional(),
        clientId: z.string().min(1).optional(),
        limits: callerLimits,
      })
      .refine(({ orgNo, clientId }) => (orgNo === undefined) !== (clientId === undefined), 'Set either orgNo or clientId.'),
  ),
}

export type FixtureName = keyof typeof schemas
export const fixtureNames = Object.keys(schemas) as readonly FixtureName[]

export const noFixtures: Fixtures = { people: [], organizations: [], resources: [], callers: [], clients: [] }

export interface FixtureText {
  readonly file: string
  readonly text: string
}

/** Treats a missing list as empty. Throws {@link Misuse} with the file and position of the mistake. */
export function readFixtureTexts(texts: Partial<Record<FixtureName, FixtureText>>): Fixtures {
  const list = <Name extends FixtureName>(name: Name) => {
    const written = texts[name]
    return written ? readFixtureList(name, written.file, parse(written)) : []
  }
  return {
    people: list('people'),
    organizations: list('organizations'),
    resources: list('resources'),
    callers: list('callers'),
    clients: list('clients'),
  }
}

/** Throws {@link Misuse} if the list is invalid. `location`: names the list in the error message. */
export function readFixtureList<Name extends FixtureName>(name: Name, location: string, list: unknown): z.output<(typeof schemas)[Name]> {
  return readAs(location, schemas[name] as z.ZodType, list) as z.output<(typeof schemas)[Name]>
}

/** Merges two sets of fixtures. If both contain the same item, the second wins. */
export const mergeFixtures = (one: Fixtures, other: Fixtures): Fixtures => ({
  people: merge(one.people, other.people, ({ number }) => number),
  organizations: merge(one.organizations, other.organizations, ({ number }) => number),
  resources: merge(one.resources, other.resources, ({ id }) => id),
  clients: merge(one.clients ?? [], other.clients ?? [], ({ id }) => id),
  callers: merge(one.callers, other.callers, ({ orgNo, clientId }) => `${orgNo} ${clientId}`),
})

function merge<Item>(one: readonly Item[], other: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map([...one, ...other].map((item) => [key(item), item])).values()]
}

/** Maximum file size in bytes. */
const mostOfFile = 2 ** 28

function parse({ file, text }: FixtureText): unknown {
  demandModest(text, { most: mostOfFile, place: file })
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    const { line, byte } = positionAt(text, scan(text, () => {})?.offset ?? text.length)
    throw new Misuse(`${file}:${line + 1}:${byte + 1}: invalid JSON.`)
  }
}
