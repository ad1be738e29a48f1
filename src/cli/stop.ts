/** `standin stop`: ends a server that runs in the background. */
import { defineCommand } from './command.ts'
import { print } from './print.ts'
import { connectionOptions } from './remote.ts'

const { url, json } = connectionOptions

export const stop = defineCommand({
  name: 'stop',
  summary: 'End a server that "standin start --detach" started',
  options: { url, json },
  examples: [['standin stop --url http://127.0.0.1:4301', 'End the server on that port']],
  async run({ values, io }) {
    const { stopDetached } = await import('./detached.ts')
    const ran = await stopDetached(values.url, io)
    print(io, values, { url: values.url, ran }, () =>
      ran ? `Standin at ${values.url} has ended.` : `Standin at ${values.url} had ended before.`,
    )
    return 0
  },
})
