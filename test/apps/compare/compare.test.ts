/** Compares recorded traffic: a Standin's own shows no difference, and one changed thing is named. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, serverForFile } from '../../support/command-line.ts'
import { published, recipient, sender } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile({ dialect: 'live', pace: 'instant' })

interface Entry {
  readonly startedDateTime: string
  readonly request: { readonly method: string; readonly url: string; headers: { name: string; value: string }[] }
  response: { status: number; headers: { name: string; value: string }[]; content: { text?: string; size: number } }
  _standin?: unknown
}

/** Orders and a file transfer with their polls, as `journal export` writes them. */
async function recorded() {
  const here = inNewWorld()
  const order = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const params = { id: String(order.body.notification?.shipmentId) }
  await here.client.call('notifications.getShipment', { as: ttd, params })
  await here.knobs.advance({ by: 60_000 })
  await here.client.call('notifications.getShipment', { as: ttd, params })
  await here.client.call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'x' } as never })
  const fileTransferId = await published(here.client)
  await here.knobs.advance({ by: 60_000 })
  await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  await here.client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })
  await here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  const { log } = JSON.parse((await here.run('journal', 'export')).out) as { log: { entries: Entry[] } }
  return { here, entries: log.entries }
}

type Recorded = Awaited<ReturnType<typeof recorded>>

async function compared({ entries }: Recorded, ...options: string[]) {
  const folder = folderWith({ 'calls.har': JSON.stringify({ log: { version: '1.2', entries } }) })
  const { code, err } = await run(['compare', join(folder, 'calls.har'), '--report', join(folder, 'out.json'), ...options])
  return { code, err, folder, report: JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) }
}

/** The body of a reply, changed. */
function change(entry: Entry | undefined, act: (text: string) => string): void {
  if (entry) entry.response.content.text = act(entry.response.content.text ?? '')
}

const ofMethod = (entries: readonly Entry[], method: string, path: RegExp) =>
  entries.findLast(({ request }) => request.method === method && path.test(request.url))

test("a Standin's own traffic shows no difference, and every call is counted", async () => {
  const { code, report } = await compared(await recorded())

  expect(report.groups).toEqual([])
  expect(code).toBe(0)
  expect(report).toMatchObject({ version: 1, dialect: 'live', complete: true, environment: 'calls.har' })
  const apart = Object.values<number>(report.apart).reduce((sum, count) => sum + count, 0)
  expect(report.same + apart).toBe(report.calls)
  expect(report.same).toBeGreaterThan(5)
})

const changes: [what: string, method: string, path: RegExp, act: (entry: Entry) => void, group: object][] = [
  [
    'another status',
    'GET',
    /shipment/,
    (entry) => {
      entry.response.status = 403
    },
    { operation: 'notifications.getShipment', kind: 'status', there: 403, here: 200 },
  ],
  [
    'another word of a title',
    'POST',
    /future\/orders$/,
    (entry) => change(entry, (text) => text.replace('validation', 'checking')),
    { operation: 'notifications.createOrder', kind: 'value', where: 'title' },
  ],
  [
    'a member that is dropped',
    'GET',
    /filetransfer\/[^/]+$/,
    (entry) => change(entry, (text) => text.replace(/"fileTransferSize":\s*\d+,/, '')),
    { operation: 'fileTransfer.overview', kind: 'missing', where: 'fileTransferSize' },
  ],
  [
    'a member that is added',
    'GET',
    /filetransfer\/[^/]+$/,
    (entry) => change(entry, (text) => text.replace('{', '{"colour":"red",')),
    { operation: 'fileTransfer.overview', kind: 'extra', where: 'colour', likely: 'newer' },
  ],
  [
    'a member of another type',
    'GET',
    /filetransfer\/[^/]+$/,
    (entry) => change(entry, (text) => text.replace(/"fileTransferSize":\s*(\d+)/, '"fileTransferSize":"$1"')),
    { operation: 'fileTransfer.overview', kind: 'type', where: 'fileTransferSize' },
  ],
  [
    'no JSON',
    'GET',
    /details/,
    (entry) => change(entry, () => '<html>Bad gateway</html>'),
    { operation: 'fileTransfer.details', kind: 'not-json', where: 'body' },
  ],
  [
    'a header that is missing',
    'GET',
    /details/,
    (entry) => {
      entry.response.headers = entry.response.headers.filter(({ name }) => name !== 'cache-control')
    },
    { operation: 'fileTransfer.details', kind: 'header', where: 'headers.cache-control' },
  ],
]

test.each(changes)('%s is named at its operation, and nothing else is', async (_, method, path, act, group) => {
  const all = await recorded()
  const entry = ofMethod(all.entries, method, path)
  if (entry) act(entry)
  const { code, report } = await compared(all)

  expect(report.groups).toEqual([expect.objectContaining(group)])
  expect(code).toBe(1)
})

test('known groups of a baseline, and kinds that are not chosen, do not make the exit code 1', async () => {
  const all = await recorded()
  change(ofMethod(all.entries, 'GET', /filetransfer\/[^/]+$/), (text) => text.replace('{', '{"colour":"red",'))
  const { folder } = await compared(all)

  expect((await compared(all, '--baseline', join(folder, 'out.json'))).code).toBe(0)
  expect((await compared(all, '--fail-on', 'status,code')).code).toBe(0)
  expect((await compared(all, '--fail-on', 'extra')).code).toBe(1)
})

test('values of people are masked unless they are asked for', async () => {
  const all = await recorded()
  change(ofMethod(all.entries, 'GET', /shipment/), (text) => text.replace('someone@example.org', 'other@example.org'))

  const junit = join(folderWith(), 'out.xml')
  const { report } = await compared(all, '--junit', junit)

  expect(report.groups[0]).toMatchObject({ where: 'recipients[].destination', there: '<email>', here: '<email>' })
  expect(readFileSync(junit, 'utf8')).toContain('value of recipients[].destination in 1 of')
  expect(readFileSync(junit, 'utf8')).not.toContain('example.org')
  expect((await compared(all, '--show-values')).report.groups[0]).toMatchObject({ there: 'other@example.org', here: 'someone@example.org' })
})

test('calls without a token are cut, and where none is compared the exit code is 2', async () => {
  const all = await recorded()
  for (const entry of all.entries) {
    delete entry._standin
    entry.request.headers = []
  }
  const junit = join(folderWith(), 'out.xml')
  const good = all.entries.filter(({ response }) => response.status < 300)
  const { code, report } = await compared({ ...all, entries: good }, '--junit', junit)

  expect(report.apart).toEqual({ cut: report.calls })
  expect(code).toBe(2)
  const tests = Object.keys(report.coverage.met).length
  expect(readFileSync(junit, 'utf8')).toContain(`tests="${tests}" failures="0" errors="0" skipped="${tests}"`)
})

test('a file that is no archive, and one without calls, are refused', async () => {
  const folder = folderWith({ 'a.har': '[', 'b.har': '{"log":{"entries":[]}}', 'c.har': '{"log":{}}' })

  expect(await run(['compare', join(folder, 'a.har')])).toMatchObject({ code: 2, err: expect.stringContaining('is not JSON') })
  expect(await run(['compare', join(folder, 'b.har')])).toMatchObject({ code: 2, err: expect.stringContaining('nothing can be compared') })
  expect(await run(['compare', join(folder, 'c.har')])).toMatchObject({ code: 2, err: expect.stringContaining('it has no log.entries') })
})
