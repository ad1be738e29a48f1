/** Makes calls as a hostile client, whose strings would execute, forge or escape something if they were treated as code. */

import { fileStore } from '../../src/apps/capsules/files.ts'
import { beginRecording, endRecording } from '../../src/control/recordings.ts'
import type { Simulator } from '../../src/index.ts'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { hostileString } from '../../test/support/hostile-strings.ts'
import type { Dice } from './dice.ts'

const sender = { orgNo: '347147753' }
const recipient = { orgNo: '370916446' }
const ttd = { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications }
const json = { 'content-type': 'application/json' }
/** Maximum length of most strings, because long strings would use up a round. */
const usual = 2_000

export interface Hostile {
  readonly dice: Dice
  /** Name of the file that code in the strings would create. */
  readonly mark: string
}

export const hostile = ({ dice, mark }: Hostile): string => {
  const text = hostileString(dice.below, mark)
  return text.length > usual && dice.chance(0.9) ? text.slice(-usual) : text
}

/** Removes characters that are not allowed in HTTP headers. */
const inHeader = (text: string) =>
  text
    .replace(/[^\t\x20-\x7e]/g, '')
    .slice(0, usual)
    .trim()

export interface Said {
  readonly published: readonly string[]
  /** Number of hostile strings that the service received, and how many it accepted. */
  readonly given: number
  readonly taken: number
}

export async function recordHostile(file: string, simulator: Simulator, url: string, some: Hostile): Promise<Said> {
  const { dice } = some
  let [given, taken] = [0, 0]
  const counted = (strings: number, status: number) => {
    given += strings
    if (status < 300) taken += strings
  }
  await beginRecording(simulator, { store: fileStore(file) })
  const client = simulator.knobs('default').client()
  const contact = { number: '12838590150', name: hostile(some), email: 'ola@example.org' }
  const put = { method: 'PUT', headers: json, body: JSON.stringify(contact) }
  counted(1, await fetch(`${url}/_standin/contacts/12838590150`, put).then(statusOf))
  const scenario = {
    name: dice.chance(0.8) ? 'rain' : hostile(some),
    summary: hostile(some),
    rules: [{ on: 'all', respond: { status: 502 } }],
  }
  const post = { method: 'POST', headers: json, body: JSON.stringify(scenario) }
  counted(1, await fetch(`${url}/_standin/scenarios`, post).then(statusOf))
  const emailSettings = { subject: hostile(some), body: hostile(some) }
  const order = { idempotencyId: hostile(some), sendersReference: hostile(some) }
  const recipientEmail = { emailAddress: 'someone@example.org', emailSettings }
  const ordered = await client.call('notifications.createOrder', { as: ttd, body: { ...order, recipient: { recipientEmail } } as never })
  counted(4, ordered.status)
  const published: string[] = []
  for (let nth = 0; nth < 3; nth++) {
    const body = {
      fileName: hostile(some),
      resourceId: 'standin-plain',
      sendersFileTransferReference: dice.chance(0.5) ? hostile(some) : 'batch',
      sender: `0192:${sender.orgNo}`,
      recipients: [`0192:${recipient.orgNo}`],
      disableVirusScan: true,
      propertyList: { [hostile(some).slice(0, 50)]: String(777 + nth), [hostile(some).slice(-50)]: hostile(some).slice(0, 300) },
    }
    let made = await client.call('fileTransfer.initialize', { as: sender, body })
    counted(3, made.status)
    if (made.status !== 200)
      made = await client.call('fileTransfer.initialize', {
        as: sender,
        body: { ...body, fileName: 'a', sendersFileTransferReference: 'b' },
      })
    if (made.status !== 200) continue
    const params = { fileTransferId: made.body.fileTransferId }
    const content = new TextEncoder().encode(hostile(some) || 'x')
    if ((await client.call('fileTransfer.upload', { as: sender, params, body: content })).status === 200)
      published.push(params.fileTransferId)
    await client.call('fileTransfer.overview', { as: sender, params })
    // Programs combine these strings with the id from the reply.
    const named = `${params.fileTransferId}${hostile(some)}`
    const mixed = { emailAddress: 'someone@example.org', emailSettings: { subject: hostile(some), body: named } }
    const again = { idempotencyId: `${nth}`, sendersReference: named, recipient: { recipientEmail: mixed } }
    counted(3, (await client.call('notifications.createOrder', { as: ttd, body: again as never })).status)
    await fetch(`${url}/future/orders`, { headers: { 'x-hostile': inHeader(named) } }).then(statusOf)
    await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: String(777 + nth) } })
  }
  const query = new URLSearchParams({ resourceId: hostile(some).slice(0, 300), status: hostile(some).slice(0, 300) })
  // Verdicts and limits contain client ids, and the service accepts any client id that the issuer asserts.
  const { token } = await simulator.token({ ...sender, clientId: `${hostile(some)}<img src=x>` })
  const headers = { authorization: `Bearer ${token}`, 'x-hostile': inHeader(hostile(some)), 'user-agent': inHeader(hostile(some)) }
  counted(2, await fetch(`${url}/broker/api/v1/filetransfer?${query}`, { headers }).then(statusOf))
  await endRecording(simulator)
  return { published, given, taken }
}

async function statusOf(reply: Response): Promise<number> {
  await reply.arrayBuffer()
  return reply.status
}
