/** The forms of the records that a folder keeps, by version. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { kindsByName } from '../../src/persistence/snapshot/kinds.ts'
import { latestNames } from '../../src/persistence/store/head.ts'
import { kinds, type StoredKind, upgraded } from '../../src/persistence/store/kinds.ts'
import { views } from '../../src/persistence/store/views.ts'
import { jobs } from '../../src/service/areas/index.ts'
import { versionOf } from '../../src/service/world/record-form.ts'

/** The fingerprints of all versions of each kind, oldest first. */
const committed: Record<string, string[]> = JSON.parse(readFileSync(new URL('./shapes.json', import.meta.url), 'utf8'))

/** A form has neither descriptions nor names. A member may be called `title`. */
const withoutWords = (key: string, value: unknown) =>
  key === 'description' || key === '$schema' || (key === 'title' && typeof value === 'string') ? undefined : value

const formOf = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' })

const bookingData = Object.fromEntries(jobs.map(({ id, data }) => [id, data]))

/** What the schema of a kind does not show, because a function checks it. */
const apart: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = { booking: bookingData, defect: bookingData }

function fingerprint(kind: string, schema: z.ZodType, others = apart[kind]): string {
  const more = others && Object.entries(others).map(([name, each]) => [name, formOf(each)])
  const form = more ? [formOf(schema), ...more] : formOf(schema)
  return createHash('sha256').update(JSON.stringify(form, withoutWords)).digest('hex').slice(0, 16)
}

test.each(Object.entries(kinds))('a record of the kind %s has the form of its version', (kind, form) => {
  const versions = committed[kind] ?? []
  const shape = fingerprint(kind, form.schema)
  const advice =
    versions.length === 0
      ? `The kind ${kind} is new. Add "${kind}": ["${shape}"] to test/persistence/shapes.json.`
      : `The form of ${kind} has changed. Add an upgrade beside its schema, and "${shape}" at the end of ${kind} in test/persistence/shapes.json.`
  expect({ version: versionOf(form), shape }, advice).toEqual({
    version: versions.length,
    shape: versions.at(-1),
  })
})

test.each(['booking', 'defect'] as const)('a %s has another form when the data of any job changes', (kind) => {
  const schema = (kinds[kind] as StoredKind).schema
  const forms = Object.entries(bookingData).flatMap(([job, data]) => [
    fingerprint(kind, schema, { ...bookingData, [job]: data.extend({ more: z.string() }) }),
    fingerprint(kind, schema, { ...bookingData, [job]: z.object({}) }),
  ])
  expect(new Set([fingerprint(kind, schema), ...forms]).size).toBe(1 + forms.length)
})

test('docs/operations.md names the view of each kind', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const unnamed = views.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))

  expect(unnamed, 'Add the names of these views to the list in docs/operations.md.').toEqual([])
})

test('the highest number of every numbered kind is stored', () => {
  const numbered = [...kindsByName.values()].filter((each) => each.numbered).map(({ name }) => name)
  const advice = 'Its numbers would be used again after a restart. Add it to latestNames in src/persistence/store/head.ts.'
  // The outbox has a count of its own.
  expect(
    numbered.filter((name) => name !== 'message' && !(name in latestNames)),
    advice,
  ).toEqual([])
})

test('every kind of record has a form in the table of kinds', () => {
  const defined = globSync('src/service/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/= defineRecord\(\{\s*name: '(\w+)'/g)].map(([, name = '']) => ({ name, file })),
  )
  const formless = defined.filter(({ name }) => !kindsByName.has(name)).map(({ name, file }) => `${name} (${file})`)

  expect(defined.length).toBeGreaterThan(20)
  expect(
    formless,
    'Snapshots and stores would lose these records. Add a defineForm to forms.ts of their area, or to src/persistence/snapshot/world-forms.ts for a record outside areas, and its line to src/persistence/snapshot/kinds.ts.',
  ).toEqual([])
})

test('no kind is forgotten', () => {
  const gone = Object.keys(committed).filter((kind) => !(kind in kinds))
  expect(gone, 'These kinds are gone. Remove them from test/persistence/shapes.json.').toEqual([])
})

test('a record of an earlier version goes through the upgrades that follow it', () => {
  const upgrades = [(record: unknown) => `${String(record)} 2`, (record: unknown) => `${String(record)} 3`]
  expect([1, 2, 3].map((version) => upgraded({ schema: z.string(), upgrades }, version, 'record'))).toEqual([
    ['record 2 3'],
    ['record 3'],
    ['record'],
  ])
})
