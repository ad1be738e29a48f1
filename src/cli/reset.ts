/** `standin reset`: brings a world, or every world of a server, back to its start. */
import type { Keepable } from '../engine/kept-at-reset.ts'
import { defineCommand } from './command.ts'
import type { Io } from './io.ts'
import { bare, optional, word } from './option.ts'
import { print } from './print.ts'
import { type Connection, connectionOptions, remote } from './remote.ts'

const parts = { scenarios: '', clock: '', contacts: '', journal: '' } satisfies Record<Keepable, string>
const keepable = (text: string) => text.split(',').map((part) => word(parts)(part.trim()))

export const keep = optional(`Keep these parts, separated by commas: ${Object.keys(parts).join(', ')}`, keepable)

interface Resetting extends Connection {
  readonly keep: Keepable[] | undefined
  readonly all?: boolean
}

export async function resetWorld(values: Resetting, io: Io): Promise<number> {
  const { keep: kept, world, all = false } = values
  const body = { ...(kept && { keep: kept }), ...(all && { all }) }
  const reply = await remote(values).call('control.reset', { body: kept || all ? body : undefined })
  const what = all ? 'Every world of the server that answered' : `The world ${world}`
  print(io, values, reply, () => `${what} is back at its start${kept ? `; kept: ${kept.join(', ')}` : ''}.`)
  return 0
}

export const reset = defineCommand({
  name: 'reset',
  summary: 'Bring a world back to its start',
  options: { keep, all: bare('Every world of the server that answers; not those of its peers'), ...connectionOptions },
  examples: [['standin reset --keep scenarios,clock', 'Forget the records, keep scenarios and clock']],
  run: ({ values, io }) => resetWorld(values, io),
})
