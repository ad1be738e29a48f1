/** The measured calls and their callers. */

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

/** An email to an address, without lookup: two records and a booking. */
export const plainOrderBody = (idempotencyId: string): string =>
  JSON.stringify({
    idempotencyId,
    sendersReference: 'case-7741',
    recipient: { recipientEmail: { emailAddress: 'someone@example.com', emailSettings: text } },
  })

/** An order to a looked-up person, without a reminder. */
export const lookedUpBody = (idempotencyId: string): string =>
  JSON.stringify({ idempotencyId, sendersReference: 'case-7741', recipient: { recipientPerson } })

/** An order to a looked-up person with a reminder: three records and two bookings. */
export const orderBody = (idempotencyId: string): string =>
  JSON.stringify({
    idempotencyId,
    sendersReference: 'case-7741',
    recipient: { recipientPerson },
    reminders: [{ sendersReference: 'case-7741-r', delayDays: 7, recipient: { recipientPerson } }],
  })

/** A file transfer on a resource with or without a virus scan. */
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

/** Numbers have twelve digits. */
const lengthOf = (body: string) => body.replace('{number}', '0'.repeat(12)).length

const transfer = (id: string) => `/broker/api/v1/filetransfer/${id}`

export const overviewCalls = (token: string, ids: readonly string[]): string[] => ids.map((id) => request('GET', transfer(id), token))

/** Orders with a number as their idempotencyId. */
export function orderCalls(token: string, bodyOf: (idempotencyId: string) => string): string[] {
  const body = bodyOf('{number}')
  return [request('POST', '/future/orders', token, { 'Content-Type': 'application/json', 'Content-Length': lengthOf(body) }, body)]
}

/** The request without its content. */
export const uploadCall = (token: string, id: string, size: number): string =>
  request('POST', `${transfer(id)}/upload`, token, { 'Content-Type': 'application/octet-stream', 'Content-Length': size })

export const downloadCall = (token: string, id: string): string => request('GET', `${transfer(id)}/download`, token)
