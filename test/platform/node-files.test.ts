/** Fixtures and scenarios, read from their folders. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readScenarioPath } from '../../src/apps/cli/serving/scenario-files.ts'
import { readFixtures, readOwnScenarios, readYaml } from '../../src/platform/node-files.ts'
import { ownPackage } from '../../src/platform/node-package.ts'
import { folderWith } from '../support/folder.ts'
import { expect, test } from '../support/rule.ts'

test('Standin finds the folder and the version of its package', () => {
  const { folder, version } = ownPackage()

  expect(version).toBe(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)
})

test('the fixtures of the package include the service owners of the documentation', () => {
  const owners = readFixtures().organizations.flatMap(({ number, serviceOwner }) => (serviceOwner ? [[number, serviceOwner]] : []))

  expect(owners).toContainEqual(['991825827', 'ttd'])
  expect(owners).toContainEqual(['974760673', 'brg'])
})

test('a folder overlays the fixtures of the package, file by file', () => {
  const own = readFixtures()
  const folder = folderWith({ 'people.json': '[{ "number": "12838590150", "email": "mine@example.org" }]' })
  const { people, organizations } = readFixtures(folder)

  expect(people.find(({ number }) => number === '12838590150')).toEqual({ number: '12838590150', email: 'mine@example.org' })
  expect(people).toHaveLength(own.people.length)
  expect(organizations).toEqual(own.organizations)
})

test('a missing folder is misuse', () => {
  expect(() => readFixtures('/no/such/folder')).toThrow('The folder /no/such/folder does not exist.')
})

/** The files of a folder and the message that they lead to. */
const strange: [what: string, files: Record<string, string>, message: string][] = [
  ['a misspelt file', { 'people.json': '[]', 'peple.json': '[]' }, 'peple.json is not a fixtures file. Valid: people.json, '],
  ['a file of another format', { 'people.yaml': '' }, 'people.yaml is not a fixtures file.'],
  ['a file name in capitals', { 'People.json': '[]' }, 'People.json is not a fixtures file.'],
  [
    'no fixtures at all',
    { 'README.md': '' },
    ' contains no fixtures. Valid: people.json, organizations.json, resources.json, clients.json, callers.json.',
  ],
]

test.each(strange)('in a folder of fixtures, %s is misuse', (_what, files, message) => {
  expect(() => readFixtures(folderWith(files))).toThrow(message)
})

test('a folder of fixtures may also contain scenarios, notes and hidden files', () => {
  const folder = folderWith({ 'people.json': '[]', 'README.md': '', 'rain.yaml': '', '.prettierrc.json': '' })

  expect(readFixtures(folder)).toEqual(readFixtures())
})

test('a file instead of a folder is misuse, and so is a folder instead of a file', () => {
  const folder = folderWith({ 'rain.yaml': '' })
  const file = join(folder, 'rain.yaml')
  mkdirSync(join(folder, 'people.json'))

  expect(() => readFixtures(file)).toThrow(`${file} is not a folder.`)
  expect(() => readFixtures(folder)).toThrow(`${join(folder, 'people.json')} is a folder. Expected a file.`)
})

test('a mistake in a fixture names its file', () => {
  const folder = folderWith({ 'people.json': '[' })

  expect(() => readFixtures(folder)).toThrow(`${join(folder, 'people.json')}:1:2: invalid JSON.`)
})

test('Standin reads the scenarios of its package by name', async () => {
  expect(await readOwnScenarios()).toHaveProperty('outage-register.summary')
})

test('only YAML files are scenarios', async () => {
  const rain = 'summary: It rains\nrules: [{ on: all, latency: PT1S }]\n'
  const folder = folderWith({ 'rain.yaml': rain, 'schema.json': '{}', 'notes.md': '' })

  expect(await readScenarioPath(folder)).toEqual({ rain: { summary: 'It rains', rules: [{ on: 'all', latency: 'PT1S' }] } })
})

test('a mistake in YAML is misuse, and the message names the place', async () => {
  const folder = folderWith({ 'rain.yaml': 'summary: x\nsummary: y\n' })
  await expect(readYaml(join(folder, 'rain.yaml'))).rejects.toThrow(
    expect.objectContaining({ name: 'Misuse', message: expect.stringMatching(/rain\.yaml:2:1: Map keys must be unique\.$/) }),
  )
})

test.for([
  ['a folder', (file: string) => mkdirSync(file), ' is a folder. Expected a file.'],
  ['a broken link', (file: string) => symlinkSync('/no/such/file', file), ' cannot be read (ENOENT).'],
  ['a device', (file: string) => symlinkSync('/dev/zero', file), ' is a device or a pipe. Expected a file.'],
] as const)('%s with the name of a scenario file is misuse', async ([_what, make, message], { folder }) => {
  make(join(folder, 'rain.yaml'))

  await expect(readYaml(join(folder, 'rain.yaml'))).rejects.toThrow(`${join(folder, 'rain.yaml')}${message}`)
})

test('a byte order mark is allowed', async () => {
  const folder = folderWith({ 'rain.yaml': '\uFEFFsummary: x', 'people.json': '\uFEFF[]' })

  expect(await readYaml(join(folder, 'rain.yaml'))).toEqual({ summary: 'x' })
  expect(readFixtures(folder).people).toEqual(readFixtures().people)
})
