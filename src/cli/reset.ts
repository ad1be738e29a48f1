/** `standin reset`: brings a world back to its start. */
import type { Keepable } from '../engine/worlds.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

const parts = { scenarios: '', clock: '', contacts: '', journal: '' } satisfies Record<Keepable, string>
const keepable = (text: string) => text.split(',').map((part) => word(parts)(part.trim()))

export const reset = defineCommand({
  name: 'reset',
  summary: 'Bring a world back to its start',
  options: {
    keep: optional(`Keep these parts, separated by commas: ${Object.keys(parts).join(', ')}`, keepable),
    ...connectionOptions,
  },
  examples: [['standin reset --keep scenarios,clock', 'Forget the records, keep scenarios and clock']],
  async run({ values, io }) {
    const { keep, world } = values
    const reply = await remote(values).call('control.reset', { body: keep && { keep } })
    print(io, values, reply, () => `The world ${world} is back at its start${keep ? `; kept: ${keep.join(', ')}` : ''}.\n`)
    return 0
  },
})
