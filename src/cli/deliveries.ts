/** `standin deliveries`: what went to the endpoints of subscribers. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Delivery {
  readonly id: string
  readonly made: string
  readonly status: string
  readonly endPoint: string
  readonly event: { readonly type: string } | null
  readonly next: string | null
  readonly attempts: readonly { readonly why: string | null }[]
}

const list = defineCommand({
  name: 'list',
  summary: 'List them, and what came of each',
  options: { status: optional('waiting, delivered, failed, held or dropped', someText), ...connectionOptions },
  examples: [['standin deliveries list --status held', 'What waits for an address that may be called']],
  async run({ values, io }) {
    const reply = await ask(values, 'GET deliveries', { query: { status: values.status } })
    print(io, values, reply, ({ deliveries }: { deliveries: readonly Delivery[] }) => inColumns([heading, ...deliveries.map(cells)]))
    return 0
  },
})

const resend = defineCommand({
  name: 'resend',
  summary: 'Send one once more, now',
  options: {
    id: { ...optional('A delivery, as "standin deliveries list" has it', someText), word: 'required' } as const,
    to: optional('To this address in place of the endpoint', someText),
    ...connectionOptions,
  },
  async run({ values, io }) {
    const { id, to } = values
    const body = to === undefined ? {} : { body: { endPoint: to } }
    const reply = await ask(values, `POST deliveries/${encodeURIComponent(id ?? '')}/resend`, body)
    print(io, values, reply, (delivery: Delivery) => inColumns([heading, cells(delivery)]))
    return 0
  },
})

export const deliveries = defineCommand({
  name: 'deliveries',
  summary: 'Webhooks: what was sent, and what came of it',
  options: {},
  commands: [list, resend],
})

const heading = ['ID', 'MADE', 'STATUS', 'ATTEMPTS', 'NEXT', 'TYPE', 'ENDPOINT', 'WHY']

const cells = ({ id, made, status, endPoint, event, next, attempts }: Delivery) => [
  id,
  made,
  status,
  String(attempts.length),
  next ?? '',
  event?.type ?? '',
  endPoint,
  attempts.at(-1)?.why ?? '',
]
