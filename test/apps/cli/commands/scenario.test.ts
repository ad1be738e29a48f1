/** `standin scenarios`: on a server, and without one for the scenarios of a user. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScenarioFolder } from '../../../../src/apps/cli/serving/scenario-files.ts'
import { anyDocument, anyName } from '../../../../src/service/wire/misuse.ts'
import { misuse, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { standin } from '../../../support/standin.ts'

const { inNewWorld, simulator, url } = await serverForFile()

const fog = 'summary: Nothing to see\nrules:\n  - on: fileTransfer.search\n    refuse: { code: BRO-00006 }\n'
const misspelt = fog.replace('BRO-00006', 'BRO-6')

test('the list says which scenarios are on', async () => {
  const { run: command, knobs } = inNewWorld()
  knobs.scenarios.define('aaa', { summary: 'Mine', rules: [{ on: 'all', latency: 'PT1S' }] })
  knobs.scenarios.define('aab', { summary: 'Mine too', rules: [{ on: 'all', latency: 'PT1S' }] })
  await knobs.scenarios.use(anyName('aaa'))
  await knobs.scenarios.use(anyName('aab'), { ttl: 'PT5M' })
  const [heading, first, second, third = ''] = (await command('scenario', 'list')).out
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, '|'))

  expect([heading, first, second]).toEqual([
    'NAME|ON|SOURCE|SUMMARY',
    'aaa|on|defined|Mine',
    'aab|until 2026-06-01T10:05:00Z|defined|Mine too',
  ])
  expect(third).toMatch(/^[a-z-]+\|built-in\|/)
})

test('a scenario is shown with its rules, and each effect in a sentence', async () => {
  const { run: command, knobs } = inNewWorld()
  const document = {
    summary: 'It rains',
    guidance: 'Wait.\n',
    rules: [{ on: 'all', calls: { every: 3 }, latency: 'PT1S' }, { outage: ['sms'] }],
  }
  knobs.scenarios.define('rain', anyDocument(document))
  await knobs.scenarios.use(anyName('rain'))
  const [[latency], [outage]] = (await knobs.scenarios.find(anyName('rain'))).explained as [[string], [string]]

  expect((await command('scenario', 'show', 'rain')).out).toBe(
    'rain (defined, on)\n\nIt rains\n\nGuidance: Wait.\n\n' +
      `1. on: all, calls: {"every":3}, latency: PT1S\n   ${latency}\n\n` +
      `2. outage: ["sms"]\n   ${outage}\n`,
  )
})

test.each(['.', '..', '', '%2e', '\ud800'])('a name that an address cannot hold, %j, is misuse and switches nothing off', async (name) => {
  const { run: command, knobs } = inNewWorld()
  await knobs.scenarios.use(anyName('outage-register'))

  expect(await command('scenario', 'off', name)).toMatchObject(misuse(/name>? is /))
  expect((await knobs.scenarios.find(anyName('outage-register'))).active).toBeTruthy()
})

test('a world that an address cannot hold is misuse, and the default world stays as it is', async () => {
  await simulator.scenarios.use(anyName('outage-register'))
  onTestFinished(() => simulator.scenarios.off())

  expect(await run(['scenario', 'off', '--url', url, '--world', '..'])).toMatchObject(misuse('world is ".."'))
  expect((await simulator.scenarios.find(anyName('outage-register'))).active).toBeTruthy()
})

test('a scenario is switched on, for a time, and off', async () => {
  const { run: command, knobs } = inNewWorld()
  const active = async () => (await knobs.scenarios.list()).scenarios.filter((each) => each.active).map(({ name }) => name)

  expect((await command('scenario', 'use', 'outage-register')).out).toBe('outage-register is on.\n')
  expect((await command('scenario', 'use', 'outage-sms', '--ttl', '5m')).out).toBe('outage-sms is on until 2026-06-01T10:05:00Z.\n')
  expect(await active()).toEqual(['outage-register', 'outage-sms'])
  expect((await command('scenario', 'off', 'outage-sms')).out).toBe('outage-sms is off.\n')
  expect(await active()).toEqual(['outage-register'])
  expect((await command('scenario', 'off')).out).toBe('All scenarios are off.\n')
  expect(await active()).toEqual([])
})

test('a scenario that does not exist is misuse, whatever its letters', async () => {
  const { run: command } = inNewWorld()

  expect(await command('scenario', 'use', '../a b')).toMatchObject(misuse(/^standin: Unknown scenario: "\.\.\/a b"\. Valid: /))
})

test('the built-in scenarios have no mistake', async () => {
  const { code, out } = await run(['scenario', 'check'])

  expect(code).toBe(0)
  expect(out).toMatch(/^\d+ scenarios are valid\.\n$/)
})

test('a file or a folder is checked', async () => {
  const folder = folderWith({ 'fog.yaml': fog, 'mist.yaml': fog })

  expect(await run(['scenario', 'check', 'fog.yaml'], { folder })).toEqual({ code: 0, out: 'fog is valid.\n', err: '' })
  expect(await run(['scenario', 'check', '.'], { folder: folderWith({ 'notes.txt': 'none' }) })).toMatchObject(
    misuse('contains no scenarios'),
  )
  expect(await run(['scenario', 'check', '.', '--json'], { folder })).toEqual({
    code: 0,
    out: '{"scenarios":["fog","mist"],"total":2}\n',
    err: '',
  })
})

test('every file with a mistake is named, with line, column and the valid choices', async () => {
  const folder = folderWith({ 'a.yaml': misspelt, 'b.yaml': fog, 'c.yaml': `${fog}rulez: []\n`, 'D.yaml': fog })
  const { code, out, err } = await run(['scenario', 'check', '.'], { folder })
  const [d, a, c, ...more] = err.split('\n')

  expect([code, out, more]).toEqual([2, '', ['']])
  expect(d).toBe(
    `standin: ${join(folder, 'D.yaml')}:1:1: "D" is not a valid scenario name. Use 1 to 64 characters from a-z, 0-9 and -, but not "active".`,
  )
  expect(a).toContain(`${join(folder, 'a.yaml')}:4:15: Scenario a, rules[0].refuse.code: unknown value "BRO-6". Valid: BRO-`)
  expect(c).toContain(`${join(folder, 'c.yaml')}:5:1: Scenario c: unknown member "rulez". Did you mean rules? Valid: rules, `)
})

test('all mistakes of all files are reported at once, in the order of the files', async () => {
  const folder = folderWith({
    'a.yaml': 'sumary: x\nrules:\n  - on: fileTransfer.sarch\n    refuse: { code: BRO-6 }\n  - latncy: PT1S\n    on: all\nproof: []\n',
    'b.yaml': 'summary: x\nsummary: y\nrules: !!odd [\n',
    'b.yml': fog,
  })
  const { code, err } = await run(['scenario', 'check', '.'], { folder })
  const starts = [
    'a.yaml:1:1: Scenario a: unknown member "sumary". Did you mean summary? ',
    'a.yaml:3:5: Scenario a, rules[0].on: unknown value "fileTransfer.sarch". Did you mean fileTransfer.search? ',
    'a.yaml:4:15: Scenario a, rules[0].refuse.code: unknown value "BRO-6".',
    'a.yaml:5:5: Scenario a, rules[1]: unknown member "latncy". Did you mean latency? ',
    'a.yaml:7:1: Scenario a, proof: [] is empty.',
    'b.yaml:2:1: Map keys must be unique.',
    'b.yaml:3:8: Unresolved tag',
    'b.yaml:4:1: ',
    'b.yml: another file has the same name.',
  ]
  const lines = err.replace('standin: ', '').trimEnd().split('\n')

  expect(code).toBe(2)
  expect(lines.map((line, at) => line.slice(0, join(folder, starts[at] ?? '').length))).toEqual(starts.map((start) => join(folder, start)))
})

test('a hundred mistakes of a file are reported, and the others are counted', async () => {
  const folder = folderWith({ 'a.yaml': `${fog}${Array.from({ length: 250 }, (_, at) => `wrong${at}: 1\n`).join('')}` })
  const { err } = await run(['scenario', 'check', '.'], { folder })
  const lines = err.trimEnd().split('\n')

  expect([lines.length, lines.at(-1)]).toEqual([101, 'There are 150 more mistakes.'])
})

test.each([
  ['none', 'does not exist'],
  ['broken.yaml', 'broken.yaml:3:1: '],
])('checking %s is misuse', async (path, said) => {
  const folder = folderWith({ 'broken.yaml': 'rules:\n  - on: all\n    - on: all\n' })
  expect(await run(['scenario', 'check', path], { folder })).toMatchObject(misuse(said))
})

async function opened(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files)
  const here = standin()
  const told: string[] = []
  onTestFinished(await openScenarioFolder(folder, here.simulator, (said) => void told.push([said].flat().join('\n'))))
  const write = async (name: string, text: string) => {
    const before = told.length
    writeFileSync(join(folder, name), text)
    await vi.waitUntil(() => told.length > before)
  }
  const search = async () => (await here.client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })).status
  return { ...here, folder, told, write, search }
}

test('a folder is read again when a file changes, and active scenarios stay on', async () => {
  const { simulator, folder, told, write, search } = await opened({ 'fog.yaml': fog })
  await simulator.scenarios.use(anyName('fog'), { ttl: 60_000 })
  const before = [await search(), simulator.world.data.calls]
  await write('fog.yaml', fog.replace('BRO-00006', 'BRO-00001'))
  await write('mist.yaml', fog)

  expect([...before, await search(), simulator.world.data.calls]).toEqual([403, 1, 404, 2])
  expect((await simulator.scenarios.list()).scenarios.filter(({ source }) => source === 'folder')).toMatchObject([
    { name: 'fog', active: true, until: '2026-06-01T10:01:00Z' },
    { name: 'mist', active: false },
  ])
  expect(told).toEqual([`Reloaded the scenarios in ${folder}: 1.`, `Reloaded the scenarios in ${folder}: 2.`])
})

test('a file with a mistake is reported, and the scenarios stay as they were', async () => {
  const { simulator, folder, told, write, search } = await opened({ 'fog.yaml': fog })
  await simulator.scenarios.use(anyName('fog'))
  await write('fog.yaml', misspelt)
  const broken = await search()
  await write('mist.yaml', 'rules: [')
  const unreadable = await search()

  expect([broken, unreadable]).toEqual([403, 403])
  expect(told[0]).toContain(`${join(folder, 'fog.yaml')}:4:15: Scenario fog, rules[0].refuse.code: unknown value "BRO-6".`)
  expect(told[1]).toContain(`${join(folder, 'mist.yaml')}:1:9: `)
  expect(told[1]).toMatch(/The previous scenarios in .* are still in use\.$/)
})

test('a server does not start on scenarios with a mistake', async () => {
  const folder = folderWith({ 'fog.yaml': `${misspelt}rulez: []\n`, 'mist.yaml': 'rules: [' })
  const { code, err } = await run(['start', '--port', '0', '--scenarios', '.'], { folder })

  expect(code).toBe(2)
  for (const place of ['fog.yaml:4:15: ', 'fog.yaml:5:1: ', 'mist.yaml:1:9: ']) expect(err).toContain(join(folder, place))
})

test('the proof of a built-in scenario, or of a file, is run on the server: exit code 1 when a step fails', async () => {
  const { run: command } = inNewWorld()
  const search = '  - { call: fileTransfer.search, expect: 403 }\n'
  const folder = folderWith({
    'fog.yaml': `${fog}proof:\n${search}`,
    'mist.yaml': `${fog}proof:\n${search}${search.replace('403', '200')}`,
  })
  const good = await command('scenario', 'prove', 'outage-register')
  const own = await command('scenario', 'prove', join(folder, 'fog.yaml'))
  const wrong = await command('scenario', 'prove', join(folder, 'mist.yaml'))

  expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/The proof of outage-register passed \(\d+ ms\)\.\n$/) })
  expect(own).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {5}1\. call fileTransfer\.search: 403\nThe proof of fog passed/) })
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(
    /^ok {5}1\. .*\nFAILED 2\. call fileTransfer\.search: 200\n {7}The status is 403, not 200\.\n {7}Actual: 403 .*\nThe proof of mist failed\.\n$/,
  )
  expect(await command('scenario', 'prove', 'fogg')).toMatchObject(misuse('Unknown scenario: "fogg"'))
})

test('a scenario of a file is defined in a world, and removed again', async () => {
  const { run: command, knobs } = inNewWorld()
  const folder = folderWith({ 'fog.yaml': fog, 'mist.yaml': misspelt })
  const names = async () => (await knobs.scenarios.list({})).scenarios.map(({ name }) => name)

  expect(await command('scenarios', 'put', join(folder, 'fog.yaml'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('fog is defined'),
  })
  expect(await names()).toContain('fog')
  expect((await command('scenarios', 'remove', 'fog')).code).toBe(0)
  expect(await names()).not.toContain('fog')
  expect(await command('scenarios', 'put', join(folder, 'mist.yaml'))).toMatchObject(misuse('BRO-6'))
})

test('a folder is not a single scenario file', async () => {
  const { run: command } = inNewWorld()
  const folder = folderWith({ 'fog.yaml': fog, 'mist.yaml': fog })

  expect(await command('scenarios', 'put', folder)).toMatchObject(misuse('is not a single scenario file'))
})
