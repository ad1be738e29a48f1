/** The measured calls and their callers. */
import type { Call, Simulator } from '../src/index.ts'

export const parties = {
  orderer: { org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create' },
  sender: { orgNo: '347147753', scope: 'altinn:broker.write' },
  recipient: { orgNo: '370916446', scope: 'altinn:broker.read' },
} as const

const text = { subject: 'A new message', body: 'You have a new message in your inbox. Log in to read it.' }
const recipientPerson = {
  nationalIdentityNumber: '12838590150',
  channelSchema: 'EmailPreferred',
  emailSettings: text,
  smsSettings: { body: text.body },
}

/** An order for an email address: no lookup, two records, one booking. */
export const plainOrderBody = (idempotencyId: string): string =>
  JSON.stringify({
    idempotencyId,
    sendersReference: 'case-7741',
    recipient: { recipientEmail: { emailAddress: 'someone@example.com', emailSettings: text } },
  })

/** An order for a person in the register, without a reminder. */
export const lookedUpBody = (idempotencyId: string): string =>
  JSON.stringify({ idempotencyId, sendersReference: 'case-7741', recipient: { recipientPerson } })

/** An order for a person in the register with a reminder: three records, two bookings. */
export const orderBody = (idempotencyId: string): string =>
  JSON.stringify({
    idempotencyId,
    sendersReference: 'case-7741',
    recipient: { recipientPerson },
    reminders: [{ sendersReference: 'case-7741-r', delayDays: 7, recipient: { recipientPerson } }],
  })

/** A file transfer on a resource with or without virus scans. */
export const initializeBody = (nth: number, scanned = false): string =>
  JSON.stringify({
    fileName: 'report.xml',
    resourceId: scanned ? 'standin-plain' : 'standin-unscanned',
    sendersFileTransferReference: `batch-${String(nth).padStart(6, '0')}`,
    sender: `0192:${parties.sender.orgNo}`,
    recipients: [`0192:${parties.recipient.orgNo}`],
    propertyList: { caseNumber: '2026/17' },
    disableVirusScan: !scanned,
  })

function request(method: string, path: string, token: string, headers: Readonly<Record<string, string | number>> = {}, body = ''): string {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, 'Accept: */*', ...own]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** The load process replaces `{number}` with twelve digits. */
const lengthOf = (body: string) => body.replace('{number}', '0'.repeat(12)).length

const transfer = (id: string) => `/broker/api/v1/filetransfer/${id}`

export const overviewCalls = (token: string, ids: readonly string[]): string[] => ids.map((id) => request('GET', transfer(id), token))

/** Orders whose idempotencyId contains a number. */
export function orderCalls(token: string, bodyOf: (idempotencyId: string) => string): string[] {
  const body = bodyOf('{number}')
  return [request('POST', '/future/orders', token, { 'Content-Type': 'application/json', 'Content-Length': lengthOf(body) }, body)]
}

/** The request without its content. */
export const uploadCall = (token: string, id: string, size: number): string =>
  request('POST', `${transfer(id)}/upload`, token, { 'Content-Type': 'application/octet-stream', 'Content-Length': size })

export const downloadCall = (token: string, id: string): string => request('GET', `${transfer(id)}/download`, token)

export interface CarriedCall {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly type: string
  readonly text: string
  /** The expected status. Any other status is an error. */
  readonly wanted: number
}

const { signal } = new AbortController()

/** Sends a call to a simulator as a host would, but without a network. Returns the reply's body. */
export async function carry(simulator: Simulator, { method, url, token, type, text, wanted }: CarriedCall): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const body: Call['body'] = {
    collect: async () => bytes,
    async *chunks() {
      yield bytes
    },
  }
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type, 'content-length': String(bytes.length) }
  const { answer, sent } = await simulator.carry({ method, url, headers, body, signal, isLocal: () => true })
  sent({ bytes: 0, complete: true })
  const reply = typeof answer.body === 'string' ? answer.body : ''
  if (answer.status !== wanted) throw new Error(`${method} ${url} returned ${answer.status}: ${reply}`)
  return reply
}
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
