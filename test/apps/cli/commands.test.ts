/** The grammar of the command line: the same verbs and the same options everywhere, and what was typed before. */
import { expect, test } from 'vitest'
import { commands } from '../../../src/apps/cli/commands.ts'
import type { Command } from '../../../src/apps/cli/frame/command.ts'
import { run } from '../../support/command-line.ts'

interface Leaf {
  readonly path: string
  readonly options: readonly string[]
}

const leavesOf = (all: readonly Command[], path: string): Leaf[] =>
  all.flatMap((each) =>
    each.commands
      ? leavesOf(each.commands, `${path} ${each.name}`)
      : { path: `${path} ${each.name}`, options: Object.entries(each.options).flatMap(([name, { hidden }]) => (hidden ? [] : name)) },
  )
const leaves = leavesOf(commands, 'standin')

/** What they print has a form of its own: that of the command of a user, of a protocol, of a shell, of an archive. */
const ownForm = ['standin run', 'standin journal export', 'standin completion', 'standin mcp']

test('every command takes --json', () => {
  expect(leaves.flatMap(({ path, options }) => (options.includes('json') ? [] : path))).toEqual(ownForm)
})

test('the options of a connection come last, in one order, and --limit of a list before them', () => {
  const connection = ['url', 'world', 'environment', 'adminToken', 'json']
  const misplaced = leaves.filter(({ options }) => {
    const ends = connection.filter((name) => options.includes(name))
    return options.includes('world') && options.slice(-ends.length).join() !== ends.join()
  })

  expect(misplaced.map(({ path }) => path)).toEqual([])
})

test('every group lists or shows where no verb is given, and has the same verbs for the same deeds', () => {
  const groups = commands.filter((each) => each.commands)
  const verbs = groups.flatMap(({ name, commands: all = [] }) => all.map((each) => `${name} ${each.name}`))
  const byDefault = groups.flatMap(({ name, commands: all = [] }) =>
    all.filter((each) => each.byDefault).map((each) => `${name} ${each.name}`),
  )

  // What only lies in files is not listed.
  expect(groups.length - byDefault.length).toBe(['snapshots', 'capsules', 'fixtures'].length)
  expect(byDefault.filter((each) => !/ (?:list|show)$/.test(each))).toEqual(['compare calls'])
  const advice = 'Use put for add, set, make or create; remove for delete or drop; clear for refill or empty. `also` adds another name.'
  expect(
    verbs.filter((each) => / (?:add|set|make|create|delete|drop|refill|empty)$/.test(each)),
    advice,
  ).toEqual(['fixtures make'])
})

/** A command line of before, and of today. */
const earlier: [before: string, today: string][] = [
  ['scenario list', 'scenarios list'],
  ['scenario use', 'scenarios use'],
  ['verdict', 'verdicts list'],
  ['capsule show', 'capsules show'],
  ['snapshot save', 'snapshots save'],
  ['limits set', 'limits put'],
  ['limits refill', 'limits clear'],
  ['worlds make', 'worlds put'],
  ['worlds drop', 'worlds remove'],
  ['subscriptions add', 'subscriptions put'],
]

test.each(earlier)('"standin %s" goes on working as "standin %s"', async (before, today) => {
  const optionsOf = async (line: string) =>
    (await run([...line.split(' '), '--help'])).out.replace(/^[\s\S]*?(?=^(?:Positionals|Options):)/m, '')

  expect(await optionsOf(before)).toBe(await optionsOf(today))
})
