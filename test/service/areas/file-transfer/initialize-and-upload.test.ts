import { fileTransfers } from '../../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { bytes, iso, otherRecipient, recipient, sender, statusOf, stranger } from '../../../support/file-transfers.ts'
import { losses } from '../../../support/resources.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'
import { platformWith } from '../../../support/storage.ts'

type Client = ReturnType<typeof standin>['client']

function formOf(over: Record<string, string | readonly string[]> = {}, content: string | Uint8Array = 'one two three'): FormData {
  const parts = new FormData()
  const fields = {
    FileName: 'report.xml',
    ResourceId: 'standin-plain',
    SendersFileTransferReference: 'batch-0042',
    Sender: iso(sender),
    Recipients: [iso(recipient)],
    ...over,
  }
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) parts.append(`Metadata.${name}`, value)
  parts.append('FileTransfer', new Blob([typeof content === 'string' ? bytes(content) : new Uint8Array(content)]), 'ignored.txt')
  return parts
}

const send = (client: Client, body: FormData, as: { orgNo: string } = sender) =>
  client.call('fileTransfer.initializeAndUpload', { as, body })

const found = async (client: Client) =>
  (await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })).body

rule('file-transfer §3.2', 'a form initializes a transfer and uploads its file', async ({ client }) => {
  const { status, text, body } = await send(
    client,
    formOf({ Recipients: [iso(recipient), iso(otherRecipient)], 'PropertyList[caseNumber]': '2026/17' }),
  )
  const { fileTransferId } = body
  const { body: overview } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect([status, text]).toEqual([200, `{"fileTransferId":"${fileTransferId}"}`])
  expect(overview).toMatchObject({
    fileName: 'report.xml',
    fileTransferStatus: 'UploadProcessing',
    fileTransferSize: 13,
    propertyList: { caseNumber: '2026/17' },
  })
  expect(overview.recipients.map((each) => each.recipient)).toEqual([iso(recipient), iso(otherRecipient)])
})

rule('file-transfer §3.2', 'the file of a form is downloaded as it was sent', async ({ client }) => {
  const content = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251)
  const { body } = await send(client, formOf({ DisableVirusScan: 'true' }, content))

  const reply = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: body.fileTransferId } })

  expect(Buffer.compare(reply.bytes, content)).toBe(0)
})

const refusals: [code: string, why: string, over: Record<string, string | readonly string[]>, as?: { orgNo: string }, prefix?: string][] = [
  ['BRO-00006', 'of another caller than its sender', {}, stranger],
  ['BRO-00020', 'that asks for no scan in production', { DisableVirusScan: 'true' }, sender, '/production'],
  ['BRO-00028', 'to a recipient off the access list', { ResourceId: 'standin-access-list', Recipients: [iso(stranger)] }],
  [
    'BRO-00027',
    'to two recipients beside a required party',
    { ResourceId: 'standin-required-party', Recipients: [iso(recipient), iso(stranger)] },
  ],
  ['BRO-00026', 'to another than the required party', { ResourceId: 'standin-required-party' }],
]
for (const [code, why, over, as, prefix] of refusals) {
  rule('file-transfer §3.2', `a form ${why} is refused, and its file is not kept`, async ({ clientOf, simulator }) => {
    const reply = await send(clientOf(prefix), formOf(over), as)

    expect(reply.problem.code).toBe(code)
    expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })
}

rule('file-transfer §3.2', 'a form whose file is too large leaves an initialized transfer', async ({ client, simulator }) => {
  const reply = await send(client, formOf({ ResourceId: 'standin-small' }, new Uint8Array(2 ** 20 + 1)))
  const { body } = await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-small' } })

  expect(reply.problem.code).toBe('BRO-00016')
  expect(await statusOf(client, body[0] ?? '')).toMatchObject({ status: 'Initialized' })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('file-transfer §3.2', 'a form whose file has another checksum leaves a failed transfer', async ({ client, simulator }) => {
  const reply = await send(client, formOf({ Checksum: '0'.repeat(32) }))
  const [fileTransferId = ''] = await found(client)

  expect(reply.problem.code).toBe('BRO-00009')
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Checksum mismatch' })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('file-transfer §3.2', 'a form without a file is refused', async ({ client }) => {
  const parts = formOf()
  parts.delete('FileTransfer')

  const reply = await send(client, parts)

  expect(reply.status).toBe(400)
  expect(reply.problem.errors).toEqual({ FileTransfer: ['The FileTransfer field is required.'] })
  expect(await found(client)).toEqual([])
})

rule('file-transfer §3.2', 'a storage that fails while the form is read is BRO-00008, and not a defect', async () => {
  for (const broken of ['write', 'finish'] as const) {
    const platform = platformWith(() => ({ [broken]: () => Promise.reject(new Error('The disk is full.')) }))
    const { client, simulator } = standin({ platform })

    const reply = await client.call('fileTransfer.initializeAndUpload', { body: formOf() })

    expect([reply.status, reply.problem.code]).toEqual([500, 'BRO-00008'])
    expect(reply.headers.get('x-standin-bug')).toBeNull()
    expect(simulator.world.environments.test.of(fileTransfers).size).toBe(0)
  }
})

for (const code of ['BRO-00005', 'BRO-00002', 'BRO-00021'] as const) {
  rule('file-transfer §3.2', `a form for a resource without registration, service owner or storage is refused: ${code}`, async () => {
    const { client, simulator } = standin()
    losses[code]?.(simulator, 'standin-plain')

    expect((await send(client, formOf())).problem.code).toBe(code)
    expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })
}

rule('decisions §1 #11', 'a property without a value, which breaks the live service (unmappable), is refused by its key', async () => {
  const { client, simulator } = standin()

  const { status, problem } = await send(client, formOf({ 'PropertyList[0].Key': 'caseNumber' }))

  expect([status, problem.errors]).toEqual([400, { 'Metadata.PropertyList[caseNumber]': ['A value is required.'] }])
  expect(simulator.world.blobs.held.count).toBe(0)
})
