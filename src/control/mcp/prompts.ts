/** Prompts that start a conversation, including facts about this server. */
import { pathValue } from '../../service/wire/misuse.ts'
import { type Door, readRow } from './door.ts'

interface Prompt {
  /** The prompt in the form in which the protocol lists it. */
  readonly listed: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly arguments: { name: string; description: string; required: false }[]
  }
  write(given: Readonly<Record<string, string>>, door: Door): Promise<string>
}

export const prompts: readonly Prompt[] = [
  {
    listed: {
      name: 'integrate_with_the_service',
      title: 'Integrate with the service',
      description: 'Write a client for the Notification and File Transfer Service and test it against Standin',
      arguments: [
        { name: 'goal', description: 'What the client should do, such as: send an order and follow its shipment', required: false },
        { name: 'language', description: 'The programming language', required: false },
      ],
    },
    async write({ goal = 'send a notification order and follow its shipment', language = "this project's language" }, door) {
      return [
        `Write a client in ${language} that does this: ${goal}.`,
        `The service is simulated by Standin at ${door.base()}. It is stateful: the client can read what it has posted, orders are sent, and files are scanned.`,
        'Read standin://openapi.json for the operations and standin://docs/cookbook.md for a first example. Get a token with the token_make tool.',
        'Then run the client against Standin. List its calls with journal_list, and show one of them with journal_line_show.',
        'Advance time with clock_advance instead of waiting. Read the sent messages with outbox_list.',
        'Finally, test failures: switch scenarios on with scenario_use, for example order-timeout-after-commit, rate-limit-burst and outage-register, and make the client handle each of them. scenario_list returns all scenarios.',
      ].join('\n\n')
    },
  },
  {
    listed: {
      name: 'why_did_this_call_fail',
      title: 'Why did this call fail',
      description: 'Explain a refused call: what went wrong, who caused it, and what to change',
      arguments: [{ name: 'call', description: 'The call id. Default: the last refused call', required: false }],
    },
    async write({ call }, door) {
      const id = call ?? (await lastRefused(door))
      if (id === undefined) return 'No call has been refused so far. Make the call, then ask again.'
      const line = await readRow(door, `/_standin/journal/${pathValue('call', id)}`)
      return [
        `Explain why this call failed and what the client has to change. First determine whether the cause is the client, its token, an active scenario or the state of a record: see \`why\`, \`scenario\`, \`rules\` and \`stage\`.`,
        "The story_show tool shows a record's history, scenario_show explains a scenario, and standin://openapi.json describes the operation.",
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
