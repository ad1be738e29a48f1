/** The file transfer search. Source: file-transfer §4.3, §4.4. */
import type { Access } from './access.ts'
import { invalid } from './problems.ts'
import { currentOf, statusOf, type Transfer } from './transfer.ts'
import type { Transfers } from './transfers.ts'
import { type Call, type Reply, refuse } from './wire.ts'

const choices = {
  status: ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published', 'Cancelled', 'AllConfirmedDownloaded', 'Purged', 'Failed'],
  recipientStatus: ['Initialized', 'DownloadStarted', 'DownloadConfirmed'],
  role: ['Recipient', 'Sender'],
  orderAscending: ['false', 'true'],
} as const

export function searchIn(call: Call, transfers: Transfers, { demandRight }: Access): Reply {
  const query = readQuery(call.url)
  const { resourceId, status, recipientStatus, role, orderAscending, from, to } = query
  const own = `0192:${demandRight(call, resourceId)}`
  const timeOf = ({ moves, created }: Transfer) => (status && moves.findLast((move) => move.status === status)?.at) || created
  function isWanted(transfer: Transfer): boolean {
    const isRecipient = transfer.recipients.includes(own)
    const takesPart = recipientStatus
      ? isRecipient && currentOf(transfer, own) === recipientStatus
      : (role !== 'Sender' && isRecipient) || (role !== 'Recipient' && transfer.sender === own)
    const at = timeOf(transfer)
    // A time equal to a bound counts only if both bounds are given.
    const isInTime =
      from !== undefined && to !== undefined ? at >= from && at <= to : (from === undefined || at > from) && (to === undefined || at < to)
    return transfer.resourceId === resourceId && takesPart && isInTime && (status === undefined || statusOf(transfer) === status)
  }
  const sorted = transfers
    .list()
    .filter(isWanted)
    .sort((a, b) => timeOf(a) - timeOf(b))
  const ordered = orderAscending === 'true' ? sorted : sorted.reverse()
  return { status: 200, body: ordered.slice(0, 100).map(({ id }) => id) }
}

function readQuery({ searchParams }: URL) {
  const errors: Record<string, string[]> = {}
  const given = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const givenOf = (name: string) => given.get(name.toLowerCase()) || undefined
  function choice(name: keyof typeof choices): string | undefined {
    const text = givenOf(name)
    const index = /^\d{1,9}$/.test(text ?? '') ? Number(text) : -1
    const known = choices[name].find((one, at) => one.toLowerCase() === text?.toLowerCase() || at === index)
    if (text !== undefined && known === undefined) errors[name] = [`The value '${text}' is ${index < 0 ? 'not valid' : 'invalid'}.`]
    return known
  }
  function time(name: string): number | undefined {
    const text = givenOf(name)
    if (text === undefined) return undefined
    const at = Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`)
    if (Number.isNaN(at)) errors[name] = [`The value '${text}' is not valid.`]
    return at
  }
  const resourceId = givenOf('resourceId') ?? ''
  if (resourceId === '') errors.resourceId = ['The resourceId field is required.']
  const query = {
    resourceId,
    status: choice('status'),
    recipientStatus: choice('recipientStatus'),
    role: choice('role'),
    orderAscending: choice('orderAscending'),
    from: time('from'),
    to: time('to'),
  }
  if (Object.keys(errors).length > 0) refuse(invalid(errors))
  return query
}
