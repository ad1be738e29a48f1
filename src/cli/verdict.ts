/** `standin verdict`: how well the clients behaved; exit code 1 when they did not. */
import type { ControlReply } from '../control/client.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { option, optional, someText, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { failures } from './verdicts/failures.ts'
import { inWords } from './verdicts/in-words.ts'
import { wholeList } from './whole-list.ts'

export type VerdictsReply = ControlReply<'control.listVerdicts'>

const severities = { bad: 'what a client must not do', advice: 'also what it better did otherwise' }

export const verdict = defineCommand({
  name: 'verdict',
  summary: 'Judge how well the clients behaved; exit code 1 if they did not',
  options: {
    failOn: option('What makes the exit code 1: bad, or advice too', word(severities), 'bad'),
    caller: optional('Only this caller: a client id or an organization number', someText),
    set: optional('Only the verdicts of a set, such as 2026-11, so that an upgrade adds none', someText),
    ...connectionOptions,
  },
  examples: [
    ['standin start --verdicts & standin wait && npm test; standin verdict', 'Judge the client after its tests'],
    ['standin verdict --fail-on advice --set 2026-11', 'Be strict, with the verdicts of one release'],
  ],
  async run({ values, io }) {
    const { caller, set } = values
    const reply = await wholeList('verdicts', (query) => remote(values).call('control.listVerdicts', { query: { ...query, caller, set } }))
    const failed = failures(reply, values.failOn)
    print(io, values, reply, (said, table) => inWords(said, failed, table))
    return failed.length > 0 ? 1 : 0
  },
})
