/** `standin reset`: a world as at start. */
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

export const reset = defineCommand({
  name: 'reset',
  summary: 'Take a world back to its start',
  options: {
    keep: optional('What stays as it is, separated by commas: scenarios, clock, contacts, journal', someText),
    ...connectionOptions,
  },
  examples: [['standin reset --keep scenarios,clock', 'Forget the records, go on with the rest']],
  async run({ values, io }) {
    const keep = values.keep?.split(',').map((what) => what.trim())
    const reply = await ask(values, 'POST reset', keep ? { body: { keep } } : {})
    print(io, values, reply, () => `The world ${values.world} is as at its start${keep ? `, but for ${keep.join(', ')}` : ''}.\n`)
    return 0
  },
})
