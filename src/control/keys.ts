/** The keys that sign tokens. */
import { keysReply } from '../control-replies/keys.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const rotateKeys = defineControl({
  id: 'control.rotateKeys',
  method: 'POST',
  path: '/_standin/keys/rotate',
  world: 'none',
  summary: 'New keys that sign tokens, in all worlds; the ones before stay good until the next rotation',
  request: {},
  replies: { 200: reply.json(keysReply) },

  handle: async (_, { simulator, reply: answer }) => answer(200, await simulator.keys.rotate()),
})

export const keysRows = [rotateKeys] as const
