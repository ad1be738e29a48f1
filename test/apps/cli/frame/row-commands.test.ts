/** The commands that are made of control rows. */
import { expect, test } from 'vitest'
import { commandFacts } from '../../../../src/apps/cli/frame/command-facts.ts'
import { filled } from '../../../../src/apps/cli/frame/reply-text.ts'
import { controls } from '../../../../src/control/index.ts'
import { commandFactsOf } from '../../../../tools/make-row-commands.ts'
import { run } from '../../../support/command-line.ts'

test('the generated facts are those of the table', () => {
  expect(commandFacts, 'The facts of commands are not up to date. Run npm run generate.').toEqual(
    JSON.parse(JSON.stringify(commandFactsOf(controls))),
  )
})

test('a row says how its reply is shown, or the command line has words for it', () => {
  const calls = Object.values(commandFacts).flatMap(({ commands }) => commands.flatMap((command) => command.calls))

  expect(calls.filter(({ said, columns }) => said === undefined && columns === undefined).map(({ id }) => id)).toEqual([
    'control.listWorlds',
    'control.showState',
    'control.showJournalLine',
    'control.showClock',
    'control.freezeClock',
    'control.resumeClock',
    'control.advanceClock',
    'control.showScenario',
    'control.triggerRecipe',
  ])
})

test('the help of a command has the descriptions and the choices of its row', async () => {
  const { out } = await run(['gates', 'wait', '--help'])

  expect(out).toMatch(/standin gates wait <operation>/)
  expect(out).toMatch(/--at .*before-work, or after-work.*\s+\[default: before-work\]/)
  expect(out).toMatch(/--within .*\[default: 30s\]/)
  expect((await run(['deliveries', '--help'])).out).toMatch(/--status .*: waiting, delivered, failed, held, dropped\n/)
})

const [limits] = controls.filter(({ id }) => id === 'control.listLimits')

test.each([
  [{ name: 'x', names: { size: 'bytes' } }, 'The command for control.listLimits contains "size", but the row has no such member.'],
  [
    { name: 'x', list: 'limits', columns: [['LEFT', '{left} {lfet}']] },
    'The command for control.listLimits shows {limits.0.lfet}, but no reply contains it.',
  ],
  [{ name: 'x', said: '{totl} of {world}' }, 'The command for control.listLimits shows {totl}, but no reply contains it.'],
] as const)('a command that names what its row does not have is refused: %j', (command, message) => {
  expect(() => commandFactsOf(limits ? [{ ...limits, command }] : [])).toThrow(message)
})

const reply = { a: 'one', none: null, yes: true, no: false, list: [{ id: 1 }, { id: 2 }] }

test.each([
  ['{a}, {none}.', 'one, .'],
  ['{none|a}', 'one'],
  ['{a}[ until {none}][ with {a}]', 'one with one'],
  ['[{?yes}on][{?no}off]', 'on'],
  ['[{!no}off][{!yes}on][{!none}none][{!absent}absent]', 'offnone'],
  ['{list.id} {list.length} {list.-1.id}', '1, 2 2 2'],
])('the template %j is filled', (template, text) => {
  expect(filled(template, reply)).toBe(text)
})
