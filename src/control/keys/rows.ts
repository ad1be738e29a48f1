/** Control rows for the keys that sign tokens. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

export const keysReply = z.object({
  kid: z.string().describe('The id of the key that signs from now on.'),
  published: z.array(z.string()).describe('The ids of all valid keys, newest first.'),
})

const rotateKeys = defineControl('control.rotateKeys', 'POST /_standin/keys/rotate', {
  world: 'none',
  summary: 'Create new signing keys for tokens in all worlds. The previous keys stay valid until the next rotation',
  replies: { 200: reply.json(keysReply) },

  handle: async (_, { simulator, reply: answer }) => answer(200, await simulator.keys.rotate()),
})

export const keysRows = [rotateKeys] as const
