/** The faults that explore plans for a call: which there are, and that they are met. */
import { expect, test } from 'vitest'
import { faultsFor } from '../../../src/apps/explore/faults.ts'
import type { Step } from '../../../src/apps/explore/searching/trace.ts'
import { type ExploredClient, explore } from '../../../src/index.ts'
import type { DialectName } from '../../../src/service/wire/vocabulary.ts'

const step: Step = {
  id: '1',
  target: '',
  isCall: true,
  nth: 1,
  status: 200,
  code: null,
  cut: false,
  commits: 0,
  sent: 0,
  received: 100,
  isJson: true,
  applied: [],
  replyBody: '{}',
  isWhole: true,
  outcome: null,
}
const namesAt = (target: string, dialect: DialectName, beginning: string) =>
  faultsFor({ ...step, target }, { channels: [], dialect }).flatMap(({ name }) => (name.startsWith(beginning) ? name : []))

test('a service errs or hangs only where the dialect ends calls otherwise then', () => {
  expect(namesAt('fileTransfer.download', 'spec', 'outage')).toEqual(['outage authorization', 'outage storage', 'outage database'])
  expect(namesAt('fileTransfer.download', 'live', 'outage')).toEqual([
    'outage authorization',
    'outage authorization failing',
    'outage authorization hanging',
    'outage storage',
    'outage database',
  ])
  expect(namesAt('notifications.createOrder', 'live', 'outage')).toContain('outage register hanging')
})

test('no outage makes a call wait for more than ten seconds', () => {
  const all = faultsFor({ ...step, target: 'fileTransfer.download' }, { channels: [], dialect: 'live' })

  const outages = all.flatMap(({ effects: { outage } }) => (outage === undefined ? [] : outage))
  expect(outages).toHaveLength(5)
  for (const outage of outages) expect(outage).toMatchObject({ atMost: 'PT10S' })
})

test('lists come in another order, and orders and uploads meet their twin, where a call can see it', () => {
  const planned = (name: string) =>
    ['notifications.createOrder', 'notifications.getShipment', 'fileTransfer.details', 'fileTransfer.upload', 'fileTransfer.search'].filter(
      (target) => namesAt(target, 'spec', name).length > 0,
    )

  expect(planned('unordered')).toEqual(['notifications.getShipment', 'fileTransfer.details'])
  expect(planned('collided')).toEqual(['notifications.createOrder', 'fileTransfer.upload'])
})

interface Details {
  readonly fileTransferStatus: string
  readonly fileTransferStatusHistory: readonly { readonly fileTransferStatus: string }[]
}

/** Reads the details of a file until it can read them, and expects the file to be there. `givesUp`: at which statuses it ends. */
const reader =
  (statusIn: (details: Details) => string | undefined, givesUp: (status: number) => boolean): ExploredClient =>
  async ({ url, standin }) => {
    const { fileTransferId } = await standin.givens.arrange('a published file transfer exists')
    const { token } = await standin.token({ clientId: 'reader', orgNo: '370916446', scope: 'altinn:broker.read' })
    const headers = { authorization: `Bearer ${token}` }
    for (let attempt = 1; attempt <= 4; attempt++) {
      const response = await fetch(`${url}/broker/api/v1/filetransfer/${fileTransferId}/details`, {
        headers,
        signal: AbortSignal.timeout(1_500),
      }).catch(() => undefined)
      const details = response?.ok ? ((await response.json().catch(() => undefined)) as Details | undefined) : undefined
      if (response && !response.ok && givesUp(response.status)) throw new Error(`It was refused with ${response.status}.`)
      if (details && statusIn(details) === 'Published') return
      if (details) throw new Error(`It is ${statusIn(details)}.`)
    }
    throw new Error('It never came.')
  }
const ofTransfer = (details: Details) => details.fileTransferStatus
const ofLast = (details: Details) => details.fileTransferStatusHistory.at(-1)?.fileTransferStatus
const isRefusal = (status: number) => status < 429
/** What is said of these faults, and those that changed what the client met. */
async function said(client: ExploredClient, dialect: DialectName, fault: string) {
  const { findings, points } = await explore(client, { runs: 40, dialect })
  return {
    sentences: findings.flatMap(({ sentence }) => (sentence.startsWith(`When ${fault} `) ? sentence : [])),
    effective: points.flatMap((point) => (point.meeting === 'effective' ? point.fault : [])),
  }
}
const [unordered, erring] = [
  'lists are in a different order, starting with the first details,',
  'the internal service authorization returns 500',
]

test('a client that takes the last entry of a history for the newest is found', { timeout: 60_000 }, async () => {
  const { sentences } = await said(reader(ofLast, isRefusal), 'spec', unordered)

  expect(sentences).toEqual([expect.stringContaining('your client gives up with exit code 1')])
})

test('so is one that asks again until the last entry is the newest', { timeout: 60_000 }, async () => {
  const polling: ExploredClient = async ({ url, standin }) => {
    const { fileTransferId } = await standin.givens.arrange('a published file transfer exists')
    const { token } = await standin.token({ clientId: 'reader', orgNo: '370916446', scope: 'altinn:broker.read' })
    const headers = { authorization: `Bearer ${token}` }
    for (let look = 1; look <= 6; look++) {
      const response = await fetch(`${url}/broker/api/v1/filetransfer/${fileTransferId}/details`, { headers }).catch(() => undefined)
      const details = response?.ok ? ((await response.json().catch(() => undefined)) as Details | undefined) : undefined
      if (details && ofLast(details) === 'Published') return
    }
    throw new Error('It never came.')
  }

  const { sentences } = await said(polling, 'spec', unordered)

  expect(sentences.map((sentence) => sentence.split('your client ')[1])).toEqual(
    expect.arrayContaining([expect.stringContaining('gives up with exit code 1: It never came.')]),
  )
})

test('a client that reads the status itself survives it, and the fault has had an effect', { timeout: 60_000 }, async () => {
  const { sentences, effective } = await said(reader(ofTransfer, isRefusal), 'spec', unordered)

  expect(sentences).toEqual([])
  expect(effective).toContain('unordered')
})

test('a client that gives up at the 401 of an outage is found, and one that repeats it is not', { timeout: 60_000 }, async () => {
  const { sentences } = await said(reader(ofTransfer, isRefusal), 'live', erring)
  const patient = await said(
    reader(ofTransfer, () => false),
    'live',
    erring,
  )

  expect(sentences.map((sentence) => sentence.split('your client ')[1])).toEqual([
    expect.stringContaining('keeps its token and retries the call later'),
    expect.stringContaining('gives up with exit code 1: It was refused with 401.'),
  ])
  expect([patient.sentences, patient.effective.includes('outage authorization failing')]).toEqual([[], true])
})
