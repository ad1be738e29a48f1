/** Beginnings of a conversation, with the facts of this server. */
import { pathValue } from '../../service/wire/misuse.ts'
import { type Door, readRow } from './door.ts'

interface Argument {
  readonly name: string
  readonly description: string
  readonly required: false
}

interface Prompt {
  /** As the protocol lists it. */
  readonly listed: { readonly name: string; readonly title: string; readonly description: string; readonly arguments: Argument[] }
  write(given: Readonly<Record<string, string>>, door: Door): Promise<string>
}

export const prompts: readonly Prompt[] = [
  {
    listed: {
      name: 'integrate_with_the_service',
      title: 'Integrate with the service',
      description: 'Write a client of the Notification and File Transfer Service, and try it against Standin',
      arguments: [
        { name: 'goal', description: 'What the client should do, such as: send an order and follow its shipment', required: false },
        { name: 'language', description: 'The programming language', required: false },
      ],
    },
    async write({ goal = 'send a notification order and follow its shipment', language = 'the language of this project' }, door) {
      return [
        `Write a client in ${language} that does this: ${goal}.`,
        `The service is simulated by Standin at ${door.base()}. It keeps state: what the client posts it can read, orders are sent, files are scanned.`,
        'Read standin://openapi.json for the operations and standin://docs/cookbook.md for a first conversation. Take a token with the tool token_make.',
        'Then run the client against Standin. Look at its calls with journal_list, and at one of them with journal_line_show.',
        'Move time with clock_advance: nothing has to wait. Read the sent messages with outbox_list.',
        'At last, try what goes wrong: switch scenarios on with scenario_use, for example order-timeout-after-commit, rate-limit-burst and outage-register, and make the client right for each. scenario_list names them all.',
      ].join('\n\n')
    },
  },
  {
    listed: {
      name: 'why_did_this_call_fail',
      title: 'Why did this call fail',
      description: 'Explain a refused call: what was wrong, whose fault it is, and what to change',
      arguments: [{ name: 'call', description: 'The id of the call; the last refused one when absent', required: false }],
    },
    async write({ call }, door) {
      const id = call ?? (await lastRefused(door))
      if (id === undefined) return 'No call was refused so far. Make the call, and ask again.'
      const line = await readRow(door, `/_standin/journal/${pathValue('call', id)}`)
      return [
        `Explain why this call failed, and what the client has to change. First decide whether the client, its token, a switched-on scenario or the state of a record is the reason: \`why\`, \`scenario\`, \`rules\` and \`stage\` say it.`,
        'The tool story_show tells what happened to a record; scenario_show explains a scenario; standin://openapi.json describes the operation.',
        `The call:\n\n\`\`\`json\n${line}\n\`\`\``,
      ].join('\n\n')
    },
  },
]

async function lastRefused(door: Door): Promise<string | undefined> {
  const statuses = ['4xx', '5xx']
  const lineIds = await Promise.all(
    statuses.map(async (status) => {
      const { journal } = JSON.parse(await readRow(door, `/_standin/journal?status=${status}&limit=1`)) as { journal: { id: string }[] }
      return Number(journal[0]?.id ?? 0)
    }),
  )
  const last = Math.max(...lineIds)
  return last > 0 ? String(last) : undefined
}
