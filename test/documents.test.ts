/** The pages for users: found from their contents, and linked rightly. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { collectionNames } from '../src/control/collections.ts'
import { controls } from '../src/control/index.ts'
import { createSimulator } from '../src/index.ts'
import { eventNames } from '../src/service/areas/events/cloud-events/cloud-event.ts'
import { operations } from '../src/service/areas/index.ts'
import { paths } from '../src/service/wire/row.ts'

const root = new URL('../', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8')
const pages = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'))

const contents = 'docs/README.md'
/** The parts of the reference and of fidelity are found from their own first pages. */
const isPart = (page: string) => /^docs\/(?:reference|fidelity)\/(?!README)/.test(page)
const guides = pages.filter((page) => !isPart(page))

test('docs/README.md links every page once', () => {
  const linked = [...textOf(contents).matchAll(/\]\(([^)#:]+)\)/g)].map(([, file]) => `docs/${file}`)

  expect(linked.toSorted(), 'Each document has one link in docs/README.md.').toEqual(guides.filter((page) => page !== contents).toSorted())
})

test('the README has one link to docs/README.md, one picture, and at most 950 words', () => {
  const text = textOf('README.md')

  expect(text.split('](docs/README.md)')).toHaveLength(2)
  expect(text.match(/!\[/g)).toHaveLength(1)
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(950)
})

test.each(guides)('%s begins with whom it is for, and fills half a screen', (page) => {
  const [title = '', , first = ''] = textOf(page)
    .replace(/^<!--.*-->\n/, '')
    .split('\n')

  expect(title).toMatch(/^# /)
  expect(first).toMatch(/^This page is for \S/)
  expect(textOf(page).split('\n').length).toBeGreaterThan(25)
})

test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages])('every link of %s leads to something', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to))
  const broken = links.filter((to) => {
    const [file = '', heading] = to.split('#')
    const url = new URL(file || page, file ? new URL(page, root) : root)
    return !existsSync(url) || (heading !== undefined && !headingsOf(readFileSync(url, 'utf8')).includes(heading))
  })

  expect(broken, `These links of ${page} lead nowhere. Correct the path, or the heading after #.`).toEqual([])
})

test('each file for CI has what its service demands', () => {
  const files = [...textOf('docs/ci.md').matchAll(/^```yaml (\S+)\n(.*?)^```$/gms)].map(([, file, text = '']) => [file, parse(text)])

  expect(Object.fromEntries(files)).toEqual({
    '.github/workflows/test.yml': { on: expect.anything(), jobs: { test: { 'runs-on': expect.any(String), steps: expect.any(Array) } } },
    '.gitlab-ci.yml': { test: { image: expect.any(String), script: expect.any(Array) } },
    'azure-pipelines.yml': { pool: { vmImage: expect.any(String) }, steps: expect.any(Array) },
  })
})

test('the page of events names every event type', () => {
  const named = [...textOf('docs/events.md').matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)

  expect(named).toEqual([...eventNames])
})

/** As GitHub makes anchors of them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every file and folder that CONTRIBUTING.md names exists', () => {
  const named = [...textOf('CONTRIBUTING.md').matchAll(/`((?:src|test|docs|fixtures|scenarios|mocks|pacts|tools|bench)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('every pattern of vitest.config.ts matches a file', () => {
  const patterns = [...textOf('vitest.config.ts').matchAll(/'((?:test|pacts)\/[^']+)'/g)].map(([, pattern = '']) => pattern)

  expect(patterns.length).toBeGreaterThan(40)
  expect(
    patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0),
    'These patterns of vitest.config.ts match no file, so that their tests may be missing from npm run check. Correct or remove them.',
  ).toEqual([])
})

/** Parts of a simulator that only Standin itself uses: they are marked as internal, and are not in the types of the package. */
const internal = ['collect', 'fresh', 'inside', 'worldStore', 'live', 'load', 'platform']

test('docs/testing.md lists every property of a simulator', () => {
  const simulator = createSimulator({ clock: 'frozen' })
  onTestFinished(() => simulator.close())
  const [, text = ''] = textOf('docs/testing.md').split('These properties belong to one world.')
  const [list = ''] = text.split('`simulator.override` replaces')
  const named = list.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

  const properties = Object.keys(simulator).filter((name) => !internal.includes(name))
  const missing = properties.filter((name) => !named.includes(name))
  expect(missing, 'Add each of these properties (knobs) to its table in docs/testing.md.').toEqual([])
  expect(
    named.filter((name) => !properties.includes(name)),
    'Remove these from docs/testing.md: no property of a simulator has this name.',
  ).toEqual([])
})

/** Names that CHANGELOG.md describes in other words. The list may only shrink. */
const described: readonly string[] = JSON.parse(textOf('test/described-in-changelog.json'))

test('CHANGELOG.md names every operation, every property of a simulator, every command and every collection of records', () => {
  const simulator = createSimulator({ clock: 'frozen' })
  onTestFinished(() => simulator.close())
  const changes = textOf('CHANGELOG.md')
  const commands = controls.flatMap(({ command = [] }) => [command].flat().map(({ group, name }) => group?.name ?? name))
  const names: readonly (readonly [name: string, spelling: string])[] = [
    ...operations.map((row) => [row.id, paths(row)[0] ?? row.id] as const),
    ...Object.keys(simulator).flatMap((name) => (internal.includes(name) ? [] : [[`simulator.${name}`, `simulator.${name}`] as const])),
    ...[...new Set(commands)].map((name) => [`standin ${name}`, `standin ${name}`] as const),
    ...collectionNames.map((name) => [name, name] as const),
  ]
  const isNamed = (name: string) => changes.split(name).some((after, at) => at > 0 && /^(?![\w/-])/.test(after))
  const unnamed = names.filter(([name, spelling]) => !isNamed(name) && !isNamed(spelling)).map(([name]) => name)

  expect(
    unnamed.filter((name) => !described.includes(name)),
    'Add a line for users about each of these under Unreleased in CHANGELOG.md, with its name or path.',
  ).toEqual([])
  expect(
    described.filter((described) => !names.some(([name]) => name === described)),
    'Remove these from test/described-in-changelog.json: they are gone.',
  ).toEqual([])
})
