/** `standin reset`: brings a world back to its start. */
import type { Keepable } from '../engine/worlds.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import type { Io } from './io.ts'
import { optional, word } from './option.ts'
import { print } from './print.ts'
import { type Connection, remote } from './remote.ts'

const parts = { scenarios: '', clock: '', contacts: '', journal: '' } satisfies Record<Keepable, string>
const keepable = (text: string) => text.split(',').map((part) => word(parts)(part.trim()))

export const keep = optional(`Keep these parts, separated by commas: ${Object.keys(parts).join(', ')}`, keepable)

export async function resetWorld(values: Connection & { readonly keep: Keepable[] | undefined }, io: Io): Promise<number> {
  const { keep: kept, world } = values
  const reply = await remote(values).call('control.reset', { body: kept && { keep: kept } })
  print(io, values, reply, () => `The world ${world} is back at its start${kept ? `; kept: ${kept.join(', ')}` : ''}.\n`)
  return 0
}

export const reset = defineCommand({
  name: 'reset',
  summary: 'Bring a world back to its start',
  options: { keep, ...connectionOptions },
  examples: [['standin reset --keep scenarios,clock', 'Forget the records, keep scenarios and clock']],
  run: ({ values, io }) => resetWorld(values, io),
})
