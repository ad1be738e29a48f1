/** The calls that are measured, and who makes them. */

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

/** A notification that looks a person up, and a reminder: three records and two bookings. */
export const orderBody = (idempotencyId: string): string =>
  JSON.stringify({
    idempotencyId,
    sendersReference: 'case-7741',
    recipient: { recipientPerson },
    reminders: [{ sendersReference: 'case-7741-r', delayDays: 7, recipient: { recipientPerson } }],
  })

export const initializeBody = (nth: number): string =>
  JSON.stringify({
    fileName: 'report.xml',
    resourceId: 'standin-unscanned',
    sendersFileTransferReference: `batch-${String(nth).padStart(6, '0')}`,
    sender: `0192:${parties.sender.orgNo}`,
    recipients: [`0192:${parties.recipient.orgNo}`],
    propertyList: { caseNumber: '2026/17' },
    disableVirusScan: true,
  })

const request = (method: string, path: string, token: string, body?: string): string => {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, 'Accept: application/json']
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`
  return `${[...head, 'Content-Type: application/json', `Content-Length: ${lengthOf(body)}`].join('\r\n')}\r\n\r\n${body}`
}

/** A number takes twelve digits. */
const lengthOf = (body: string) => body.replace('{number}', '0'.repeat(12)).length

export const overviewCalls = (token: string, ids: readonly string[]): string[] =>
  ids.map((id) => request('GET', `/broker/api/v1/filetransfer/${id}`, token))

export const orderCalls = (token: string): string[] => [request('POST', '/future/orders', token, orderBody('{number}'))]
