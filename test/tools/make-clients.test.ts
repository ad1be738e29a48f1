/** The files of clients/, and how they are made. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls, records } from '../../tools/clients/calls.ts'
import { recordsOf } from '../../tools/clients/model.ts'
import { clientFiles } from '../../tools/make-clients.ts'

const folder = new URL('../../clients/', import.meta.url)
const made = clientFiles()

test('the files of clients/ are up to date (npm run generate)', () => {
  const committed = Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]))

  expect(Object.keys(committed).toSorted()).toEqual(Object.keys(made).toSorted())
  for (const [file, text] of Object.entries(made)) expect(committed[file] === text, file).toBe(true)
})

test('each file names its version, and has no mark of a template left', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', folder), 'utf8')) as { version: string }

  for (const [file, text] of Object.entries(made)) {
    expect(text, file).toContain(`from Standin ${version}`)
    expect(text, file).not.toMatch(/\{\{|undefined/)
  }
})

test('the methods that tests need are there, and each member and parameter says what it is', () => {
  const names = calls.map(({ name }) => name)
  const silent = [
    ...records.flatMap(({ name, members }) => members.flatMap((each) => (each.doc === '' ? [`${name}.${each.name}`] : []))),
    ...calls.flatMap(({ name, required, optional }) =>
      [...required, ...optional].flatMap((each) => (each.doc === '' ? [`${name}(${each.name})`] : [])),
    ),
  ]

  expect(names).toEqual(
    expect.arrayContaining('use off token advance journal outbox orders files contacts resources gates verdicts reset'.split(' ')),
  )
  expect(silent).toEqual([])
})

test('a member that is null or absent is optional, and an object within needs a name', () => {
  const schema = z.object({
    id: z.string().describe('Its id.'),
    at: z.iso.datetime().nullable().describe('When.'),
    many: z.array(z.object({ size: z.int().describe('Bytes.') })).describe('Parts.'),
  })
  const [part, whole] = recordsOf(['Whole', 'A whole.'], schema, { 'Whole.many': ['Part', 'A part.'] })

  expect(part).toEqual({
    name: 'Part',
    doc: 'A part.',
    members: [{ name: 'size', doc: 'Bytes.', isOptional: false, type: { kind: 'long' } }],
  })
  expect(whole?.members.map(({ name, isOptional, type }) => [name, isOptional, type])).toEqual([
    ['id', false, { kind: 'text' }],
    ['at', true, { kind: 'time' }],
    ['many', false, { kind: 'list', of: { kind: 'record', name: 'Part' } }],
  ])
  expect(() => recordsOf(['Whole', 'A whole.'], schema, {})).toThrow('the objects of Whole.many need a name')
})
