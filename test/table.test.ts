/** The table of operations agrees with the specification, the files, the exports and the tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areaName } from '../src/service/areas/areas.ts'
import { jobs, operations } from '../src/service/areas/index.ts'
import { rateLimits } from '../src/service/wire/vocabulary.ts'
import { preparationOf, refusedRows } from './support/preparations.ts'
import { rule } from './support/rule.ts'

const specified = `
POST /future/orders
GET /future/shipment/{id}
POST /broker/api/v1/filetransfer
POST /broker/api/v1/filetransfer/{fileTransferId}/upload
POST /broker/api/v1/filetransfer/upload
GET /broker/api/v1/filetransfer/{fileTransferId}
GET /broker/api/v1/filetransfer/{fileTransferId}/details
GET /broker/api/v1/filetransfer
GET /broker/api/v1/filetransfer/{fileTransferId}/download
POST /broker/api/v1/filetransfer/{fileTransferId}/confirmdownload
`

rule('spec §4', 'the ten endpoints of the specification are rows', () => {
  const rows = operations.map(({ method, path }) => `${method} ${[path].flat()[0]}`)

  expect(rows).toEqual(expect.arrayContaining(specified.trim().split('\n')))
})

rule('spec §8', 'the eight rows of the file transfer area are limited, and no others', () => {
  expect(operations.flatMap(({ id, limit }) => (limit ? [[id, limit]] : []))).toEqual(Object.keys(rateLimits).map((id) => [id, id]))
})

rule('spec §8', 'the limits are those of the specification', () => {
  const line = (current: number, earlier: number) => ({ current, earlier })

  expect(Object.values(rateLimits)).toEqual([...Array(4).fill(line(120, 120)), line(30, 10), line(30, 10), line(120, 120), line(120, 120)])
})

const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** The files of rows, or of jobs, such as `file-transfer/scan`. */
const filesIn = (top: 'src' | 'test', jobsOnly: boolean) =>
  readdirSync(`${top}/service/areas`, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => (jobsOnly ? /^[\w-]+\/jobs\/[^/]+\.ts$/ : /^[\w-]+\/(?:older\/)?[^/]+\.ts$/).test(name))
    .map((name) => name.replace(/(?:\.test)?\.ts$/, ''))
    .sort()

/** The folder of an area also has files that several rows share. */
const definesRow = (name: string) => /= define(?:Operation|Job)\(/.test(readFileSync(`src/service/areas/${name}.ts`, 'utf8'))
/** The older routes of an area have a folder of their own, which their ids do not name. */
const withoutFolder = (name: string) => name.replace('/older/', '/')

test.each([
  ['operations', operations, false],
  ['jobs', jobs, true],
] as const)('ids, files and tests of %s agree', (_, table, jobsOnly) => {
  const expected = table
    .map(({ id }) =>
      id
        .split('.')
        .map(kebab)
        .join(jobsOnly ? '/jobs/' : '/'),
    )
    .sort()

  expect(filesIn('src', jobsOnly).filter(definesRow).map(withoutFolder).sort()).toEqual(expected)
  const tested = filesIn('test', jobsOnly).map(withoutFolder)
  const untested = expected.filter((name) => !tested.includes(name))
  expect(untested, `These ${jobsOnly ? 'jobs' : 'endpoints'} have no test. Add test/service/areas/<name>.test.ts.`).toEqual([])
})

test('every row is in an area', () => {
  expect(operations.filter(({ id }) => areaName(id) === 'nowhere')).toEqual([])
})

test('every refusal that a row declares has a provocation', () => {
  const unprovoked = refusedRows.flatMap(([id, key, row]) => (preparationOf(row, key).preparation ? [] : [`${id}: ${key}`]))
  expect(
    unprovoked,
    'Nothing provokes these refusals. Add the call that gets one to tools/provocations.ts, or its preparation to test/support/preparations.ts.',
  ).toEqual([])
})

test('the scopes of the file transfer rows are those of the service', () => {
  const scopesOf = Object.fromEntries(
    operations
      .filter(({ id }) => id.startsWith('fileTransfer.'))
      .map(({ id, access }) => [id.slice('fileTransfer.'.length), access.kind === 'scope' && access.anyOf]),
  )
  const reading = ['altinn:broker.read', 'altinn:broker.write']

  expect(scopesOf, 'Add the scopes of a new endpoint to this table.').toEqual({
    initialize: ['altinn:broker.write'],
    upload: ['altinn:broker.write'],
    initializeAndUpload: ['altinn:broker.write'],
    overview: reading,
    details: reading,
    search: reading,
    download: ['altinn:broker.read'],
    confirmDownload: ['altinn:broker.read'],
  })
})
