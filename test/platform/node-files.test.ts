/** Fixtures and scenarios, read from their folders. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFixtures, readScenarioFiles, readYaml } from '../../src/platform/node-files.ts'
import { ownPackage } from '../../src/platform/node-package.ts'
import { folderWith } from '../support/command-line.ts'

test('the package knows its folder and its version', () => {
  const { folder, version } = ownPackage()

  expect(version).toBe(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)
})

test('the fixtures of the package have the service owners that the documents name', () => {
  const owners = readFixtures().organizations.flatMap(({ number, serviceOwner }) => (serviceOwner ? [[number, serviceOwner]] : []))

  expect(owners).toContainEqual(['991825827', 'ttd'])
  expect(owners).toContainEqual(['974760673', 'brg'])
})

test('a folder is laid over the fixtures of the package, file by file', () => {
  const own = readFixtures()
  const folder = folderWith({ 'people.json': '[{ "number": "12838590150", "email": "mine@example.org" }]' })
  const { people, organizations } = readFixtures(folder)

  expect(people.find(({ number }) => number === '12838590150')).toEqual({ number: '12838590150', email: 'mine@example.org' })
  expect(people).toHaveLength(own.people.length)
  expect(organizations).toEqual(own.organizations)
})

test('a folder that is not there is misuse', () => {
  expect(() => readFixtures('/no/such/folder')).toThrow('There is no folder /no/such/folder.')
})

/** What lies in the folder, and what is said of it. */
const strange: [sentence: string, files: Record<string, string>, said: string][] = [
  ['a misspelt file', { 'people.json': '[]', 'peple.json': '[]' }, 'peple.json is none of the files of fixtures. Valid: people.json, '],
  ['a list of another form', { 'people.yaml': '' }, 'people.yaml is none of the files of fixtures.'],
  ['a file in other letters', { 'People.json': '[]' }, 'People.json is none of the files of fixtures.'],
  ['no fixtures at all', { 'README.md': '' }, ' holds no fixtures. Valid: people.json, organizations.json, resources.json, callers.json.'],
]

test.each(strange)('in a folder of fixtures, %s is misuse', (_sentence, files, said) => {
  expect(() => readFixtures(folderWith(files))).toThrow(said)
})

test('beside fixtures there may be scenarios, texts for people, and what is hidden', () => {
  const folder = folderWith({ 'people.json': '[]', 'README.md': '', 'rain.yaml': '', '.prettierrc.json': '' })

  expect(readFixtures(folder)).toEqual(readFixtures())
})

test('a file in place of a folder is misuse, and the other way round', () => {
  const folder = folderWith({ 'rain.yaml': '' })
  const file = join(folder, 'rain.yaml')
  mkdirSync(join(folder, 'people.json'))

  expect(() => readFixtures(file)).toThrow(`${file} is no folder.`)
  expect(() => readFixtures(folder)).toThrow(`${join(folder, 'people.json')} is a folder; a file is expected.`)
})

test('a mistake in a fixture names its file', () => {
  const folder = folderWith({ 'people.json': '[' })

  expect(() => readFixtures(folder)).toThrow(`${join(folder, 'people.json')}:1:2: this is not JSON.`)
})

test('the scenarios of the package are read by name', async () => {
  expect(await readScenarioFiles()).toHaveProperty('outage-register.summary')
})

test('only YAML files are scenarios', async () => {
  const folder = folderWith({ 'rain.yaml': 'summary: It rains', 'schema.json': '{}', 'notes.md': '' })

  expect(await readScenarioFiles(folder)).toEqual({ rain: { summary: 'It rains' } })
})

const mistakes: [sentence: string, text: string, said: RegExp][] = [
  ['a key that stands there twice', 'summary: x\nsummary: y\n', /rain\.yaml:2:1: Map keys must be unique\.$/],
  ['a bracket that is not closed', 'rules:\n  - { on: all\n', /rain\.yaml:3:1: /],
  ['a second document', 'summary: x\n---\nsummary: y\n', /rain\.yaml:2:1: /],
  ['an alias of nothing', 'summary: *nothing\n', /rain\.yaml:1:10: .*nothing/],
  ['aliases that multiply', bomb(), /rain\.yaml:3:10: \*a1 refers to something/],
]

test.each(mistakes)('%s is misuse that names the place', async (_sentence, text, said) => {
  const folder = folderWith({ 'rain.yaml': text })

  await expect(readScenarioFiles(folder)).rejects.toThrow(expect.objectContaining({ name: 'Misuse', message: expect.stringMatching(said) }))
})

test.each([
  ['a folder', (file: string) => mkdirSync(file), ' is a folder; a file is expected.'],
  ['a link that leads nowhere', (file: string) => symlinkSync('/no/such/file', file), ' cannot be read (ENOENT).'],
  ['a device', (file: string) => symlinkSync('/dev/zero', file), ' is a device or a pipe, which may never end.'],
])('%s by the name of a scenario file is misuse, and not read', async (_sentence, make, said) => {
  const folder = folderWith()
  make(join(folder, 'rain.yaml'))

  await expect(readScenarioFiles(folder)).rejects.toThrow(`${join(folder, 'rain.yaml')}${said}`)
})

test('a byte order mark is no mistake', async () => {
  const folder = folderWith({ 'rain.yaml': '\uFEFFsummary: x', 'people.json': '\uFEFF[]' })

  expect(await readYaml(join(folder, 'rain.yaml'))).toEqual({ summary: 'x' })
  expect(readFixtures(folder).people).toEqual(readFixtures().people)
})

/** Each line names the one before ten times. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let at = 1; at < 9; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}
