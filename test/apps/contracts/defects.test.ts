/** Ten ways in which a service breaks its contracts, and two that Pact itself does not see: a verification names each interaction. */

import { expect, onTestFinished, test } from 'vitest'
import type { Interaction } from '../../../src/apps/contracts/verifying/pact-files.ts'
import { verify } from '../../../src/apps/contracts/verifying/verify.ts'
import type { Simulator } from '../../../src/control/create-simulator.ts'
import { frontDoor } from '../../../src/control/front-door.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import type { Answer, Call, Carrier } from '../../../src/service/wire/call.ts'
import { standin } from '../../support/standin.ts'

interface Defect {
  /** Method and path, without the prefix of the area. */
  readonly on: RegExp
  /** The answer with the defect; the answer itself where the defect does not show. */
  readonly spoil?: (answer: Answer) => Answer
  /** Spoils the records before the call. */
  readonly before?: (simulator: Simulator) => void
  /** The interactions that it breaks: consumer, description and last state. */
  readonly breaks: readonly string[]
  /** What the verification says about each. */
  readonly why: string
}

// biome-ignore lint/suspicious/noExplicitAny: a spoilt reply has any shape.
type Json = any

/** Spoils the JSON of a reply. A change that returns undefined leaves the reply as it is. */
const json =
  (change: (body: Json) => Json) =>
  (answer: Answer): Answer => {
    if (typeof answer.body !== 'string' || !String(answer.headers['content-type']).includes('json')) return answer
    const changed = change(JSON.parse(answer.body))
    if (changed === undefined) return answer
    const body = JSON.stringify(changed)
    return { ...answer, body, headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) } }
  }

const without = <T extends object>(record: T, name: string) => Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
const transfers = '/broker/api/v1/filetransfer'
const path = (rest: string) => new RegExp(`^${rest}$`)
const byId = `${transfers}/[0-9a-f-]{36}`

const defects: Readonly<Record<string, Defect>> = {
  'a missing member': {
    on: path('GET /future/shipment/[^/]+'),
    spoil: json((body) => (body.status === 'Order_Registered' ? without(body, 'recipients') : undefined)),
    breaks: ['notifications-integrator: a request for a delivery manifest, given a notification is ordered'],
    why: 'missing the following keys: recipients',
  },
  'a wrong type': {
    on: path(`GET ${byId}`),
    spoil: json((body) => (body.fileTransferSize === 12 && body.recipients ? { ...body, fileTransferSize: '12' } : undefined)),
    breaks: ['file-transfer-sender: a request of its sender for a file transfer and its size, given a published file transfer exists'],
    why: 'body $.fileTransferSize',
  },
  'a wrong status': {
    on: path('POST /future/orders'),
    spoil: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
    breaks: [
      'notifications-integrator: an order to a person, given a person has contact information',
      'notifications-integrator: an order to a phone number, given a caller may order notifications',
      'notifications-integrator: an order to an email address, given a caller may order notifications',
      'notifications-integrator: an order to an organization, given an organization has contact information',
      'notifications-integrator: an order with a reminder, given a caller may order notifications',
    ],
    why: 'status: expected 201 but was 200',
  },
  'a wrong code': {
    on: path('GET /future/shipment/[^/]+'),
    spoil: json((body) => (body.code === 'NOT-00003' ? { ...body, code: 'NOT-00001' } : undefined)),
    breaks: [
      'notifications-integrator: a request for a delivery manifest of another organization, given a notification is ordered',
      'notifications-integrator: a request for a delivery manifest that does not exist, given a caller may order notifications',
    ],
    why: 'body $.code',
  },
  'a missing header': {
    on: path(`GET ${byId}/details`),
    spoil: (answer) =>
      answer.status === 429 ? { ...answer, headers: without(answer.headers, 'retry-after') as Answer['headers'] } : answer,
    breaks: [
      'file-transfer-recipient: a request of a recipient for the details of a file transfer, given a rate limit is used up',
      'file-transfer-sender: a request of its sender for the details of a file transfer, given a rate limit is used up',
    ],
    why: "header Retry-After: Expected a header 'Retry-After' but was missing",
  },
  'a wrong content type': {
    on: path(`POST ${transfers}`),
    spoil: (answer) => (answer.status === 200 ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } } : answer),
    breaks: ['file-transfer-sender: the announcement of a file, given a caller may send files'],
    why: 'Content-Type',
  },
  'a renamed value of an enum': {
    on: path('GET /future/shipment/[^/]+'),
    spoil: json((body) => (body.status === 'Order_Completed' ? { ...body, status: 'Order_Done' } : undefined)),
    breaks: ['notifications-integrator: a request for a delivery manifest, given a notification is delivered'],
    why: 'body $.status',
  },
  'a null': {
    on: path(`GET ${byId}/details`),
    spoil: json((body) => (body.fileTransferId ? { ...body, recipientFileTransferStatusHistory: null } : undefined)),
    breaks: [
      'file-transfer-recipient: a request of a recipient for the details of a file transfer, given a downloaded file transfer exists',
      'file-transfer-sender: a request of its sender for the details of a file transfer, given a confirmed file transfer exists',
    ],
    why: 'body $.recipientFileTransferStatusHistory',
  },
  'extra nesting': {
    on: path(`POST ${byId}/upload`),
    spoil: json((body) => (body.fileTransferId ? { data: body } : undefined)),
    breaks: ['file-transfer-sender: the content of a file, given a file transfer is initialized'],
    why: 'missing the following keys: fileTransferId',
  },
  'a transition to the wrong status': {
    on: path(`GET ${byId}`),
    before({ world }) {
      for (const transfer of world.environments.test.of(fileTransfers).values()) {
        if (transfer.moves.at(-1)?.status === 'AllConfirmedDownloaded') transfer.moves.pop()
      }
    },
    breaks: [
      'file-transfer-recipient: a request of a recipient for a file transfer, given a confirmed file transfer exists',
      'file-transfer-sender: a request of its sender for a file transfer, given a confirmed file transfer exists',
    ],
    why: "Expected 'Published' (String) to be equal to 'AllConfirmedDownloaded' (String)",
  },
  'the id of another record, of the same form': {
    on: path(`GET ${transfers}`),
    spoil: json((body) => (Array.isArray(body) && body.length > 0 ? ['00000000-0000-4000-8000-000000000000'] : undefined)),
    breaks: [
      'file-transfer-recipient: a search for published files, given a published file transfer exists',
      'file-transfer-sender: a search for sent files, given a published file transfer exists',
    ],
    why: 'body $[*]: the state provided',
  },
  'other bytes, as many': {
    on: path(`GET ${byId}/download`),
    spoil: (answer) => (answer.status === 200 ? { ...answer, body: new Uint8Array([0, 1, 2, 3, 4]) } : answer),
    breaks: ['file-transfer-recipient: a request for the content of a file, given a published file transfer exists'],
    why: "body $: Expected '[0, 1, 2",
  },
}

const reached = ({ method, url }: Call) => `${method} ${url.split('?', 1)[0]}`

/** All defects at once: none touches the interactions of another. */
function spoilt(simulator: Simulator, carrier: Carrier): Carrier {
  return async (call) => {
    const met = Object.values(defects).filter(({ on }) => on.test(reached(call)))
    for (const { before } of met) before?.(simulator)
    const { answer, sent } = await carrier(call)
    return { answer: met.reduce((so, { spoil }) => spoil?.(so) ?? so, answer), sent }
  }
}

const nameOf = ({ consumer, description, given }: Interaction) =>
  [`${consumer}: ${description}`, ...given.slice(-1).map((state) => `given ${state}`)].join(', ')

test.each(['notifications-integrator', 'file-transfer-sender', 'file-transfer-recipient'])(
  'ten defects of a service, and two that Pact does not see, break exactly their interactions of the %s',
  async (consumer) => {
    const { simulator } = standin()
    const server = await startServer({ carrier: spoilt(simulator, frontDoor(simulator)), port: 0, host: '127.0.0.1', grace: 100 })
    onTestFinished(() => server.close())
    const { ok, interactions } = await verify({
      url: server.url,
      pacts: [`pacts/${consumer}-notification-and-file-transfer-service.json`],
    })
    const failed = interactions.filter(({ why }) => why.length > 0)
    const caught = Object.entries(defects).map(([name, { why }]) => [
      name,
      failed.filter((each) => each.why.some((one) => one.includes(why))).map(nameOf),
    ])
    const expected = Object.entries(defects).map(([name, { breaks }]) => [name, breaks.filter((each) => each.startsWith(consumer))])

    expect(ok).toBe(false)
    expect(Object.fromEntries(caught)).toEqual(Object.fromEntries(expected))
    expect(failed).toHaveLength(expected.flatMap(([, breaks]) => breaks).length)
  },
)

test('there are ten defects, and two that Pact does not see, and each breaks an interaction', () => {
  expect(Object.values(defects).filter(({ breaks }) => breaks.length > 0)).toHaveLength(12)
})
