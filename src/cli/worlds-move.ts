/** `standin worlds move`: moves worlds from server to server, by name or as a proxy sends their calls. */
import { Misuse } from '../misuse.ts'
import { heading } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { Failure, messageOf } from './failure.ts'
import type { Misplaced } from './misplaced-worlds.ts'
import { address, addresses, bare, optional, someText, type Values } from './option.ts'
import { print } from './print.ts'

const { adminToken, json } = connectionOptions

const options = {
  names: { ...optional('The names of the worlds', someText), word: 'optional', many: true } as const,
  from: optional('The address of the server that has them', address),
  to: optional('The address of the server that gets them', address),
  by: optional('Instead of names: the address of a proxy. Every world moves to the server that the proxy asks for it', address),
  among: { ...optional('With --by: the addresses of all servers, with spaces or commas between', addresses), many: true } as const,
  plan: bare('Print what would move, and move nothing'),
  adminToken,
  json,
}

export const move = defineCommand({
  name: 'move',
  summary: 'Move worlds to another server, with everything in them',
  options,
  examples: [
    ['standin worlds move team-a --from http://10.0.0.1:4300 --to http://10.0.0.2:4300', 'Its calls are answered 503 meanwhile'],
    [
      'standin worlds move --by http://10.0.0.9:8081 --among http://10.0.0.1:4300,http://10.0.0.2:4300 --plan',
      'What a new proxy would move',
    ],
  ],
  async run({ values, io }) {
    const moves = await movesOf(values)
    if (values.plan) {
      print(io, values, { moves, total: moves.length }, (_, table) =>
        table([heading('WORLD', 'FROM', 'TO'), ...moves.map(({ name, from, to }) => [name, from, to])]),
      )
      return 0
    }
    const { moveWorld } = await import('./move-world.ts')
    const moved: Misplaced[] = []
    const failed: (Misplaced & { why: string })[] = []
    for (const each of moves) {
      const at = (url: string) => ({ ...values, url, world: 'default', environment: 'test' as const })
      try {
        if (await moveWorld(each.name, { from: at(each.from), to: at(each.to) })) moved.push(each)
      } catch (error) {
        if (!(error instanceof Failure || error instanceof Misuse)) throw error
        if (moves.length === 1) throw error
        failed.push({ ...each, why: messageOf(error) })
      }
    }
    print(io, values, { moved, failed, total: moved.length }, () => [
      ...failed.map(({ name, why }) => `${name} stays: ${why}`),
      `${moved.length} of ${moves.length} ${moves.length === 1 ? 'world' : 'worlds'} moved. Reload the proxy: the old place refuses their calls for an hour.`,
    ])
    return failed.length > 0 ? 1 : 0
  },
})

async function movesOf(values: Values<typeof options>): Promise<readonly Misplaced[]> {
  const { names, from, to, by, among } = values
  if (by !== undefined) {
    if (!among || names !== undefined || from !== undefined || to !== undefined)
      throw new Misuse('--by needs --among, and neither names of worlds nor --from and --to.')
    const { misplacedWorlds } = await import('./misplaced-worlds.ts')
    return misplacedWorlds(by, among, { ...values, url: by, world: 'default', environment: 'test' })
  }
  if (names === undefined || from === undefined || to === undefined) throw new Misuse('Name worlds, --from and --to; or --by and --among.')
  if (from === to) throw new Misuse(`--from and --to are both ${from}.`)
  return names.split('\n').map((name) => ({ name, from, to }))
}
