import { resources, serviceOwners } from '../../../../src/service/areas/resources/records.ts'
import { anyDocument, anyName } from '../../../../src/service/wire/misuse.ts'
import {
  initialized,
  iso,
  otherRecipient,
  recipient,
  request,
  sender,
  stranger,
  withoutOrganization,
} from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const serviceOwner = { orgNo: '991825827' }
const initialize = (client: ReturnType<typeof standin>['client'], over: object = {}, as: { orgNo: string } = sender) =>
  client.call('fileTransfer.initialize', { as, body: { ...request, ...over } })

rule('file-transfer §2', 'initializing answers 200 with the id only', async ({ client }) => {
  const { status, headers, text, body } = await initialize(client)

  expect(status).toBe(200)
  expect(headers.get('location')).toBeNull()
  expect(text).toBe(`{"fileTransferId":"${body.fileTransferId}"}`)
})

rule('file-transfer §4.1', 'an initialized transfer shows what it was initialized with', async ({ client }) => {
  const fileTransferId = await initialized(client)

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body).toEqual({
    fileTransferId,
    resourceId: 'standin-plain',
    fileName: 'report.xml',
    sendersFileTransferReference: 'batch-0042',
    checksum: '',
    useVirusScan: true,
    fileTransferSize: 0,
    fileTransferStatus: 'Initialized',
    fileTransferStatusText: 'Ready for upload',
    fileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
    created: '2026-06-01T10:00:00+00:00',
    expirationTime: '2026-07-01T10:00:00+00:00',
    sender: '0192:347147753',
    recipients: [
      {
        recipient: '0192:370916446',
        currentRecipientFileTransferStatusCode: 'Initialized',
        currentRecipientFileTransferStatusText: 'Initialized',
        currentRecipientFileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
      },
    ],
    propertyList: {},
    published: null,
  })
})

rule('file-transfer §0.3', 'recipients get one form, and the sender stays as it was sent', async ({ client }) => {
  const urn = `urn:altinn:organization:identifier-no:${sender.orgNo}`
  const recipients = [`urn:altinn:organization:identifier-no:${recipient.orgNo}`, `9908:${otherRecipient.orgNo}`]
  const fileTransferId = await initialized(client, { sender: urn, recipients })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body.sender).toBe(urn)
  expect(body.recipients.map((each) => each.recipient)).toEqual([iso(recipient), iso(otherRecipient)])
})

rule('file-transfer §2', 'a recipient named twice is shown once and has two statuses in its history', async ({ client }) => {
  const fileTransferId = await initialized(client, { recipients: [iso(recipient), iso(recipient)] })

  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })

  expect(body.recipients).toHaveLength(1)
  expect(body.recipientFileTransferStatusHistory).toHaveLength(2)
})

rule('file-transfer §0.4', 'the prefix of a resource id is left out', async ({ client }) => {
  const fileTransferId = await initialized(client, { resourceId: 'urn:altinn:resource:standin-plain' })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body.resourceId).toBe('standin-plain')
})

rule('file-transfer §5.4', 'a transfer expires after the time to live of its resource', async ({ client }) => {
  const fileTransferId = await initialized(client, { resourceId: 'standin-kept' })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body.expirationTime).toBe('2026-06-02T10:00:00+00:00')
})

rule('file-transfer §4.1', 'a checksum is shown as it was given', async ({ client }) => {
  const md5 = 'd41d8cd98f00b204e9800998ecf8427e'

  const shown = await Promise.all(
    [md5, '', null].map(async (checksum) => {
      const fileTransferId = await initialized(client, { checksum })
      return (await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).body.checksum
    }),
  )

  expect(shown).toEqual([md5, '', null])
})

rule('file-transfer §1.1', 'a token without an organization may not send', async ({ client, simulator }) => {
  const reply = await client.call('fileTransfer.initialize', { ...(await withoutOrganization(simulator)), body: request })

  expect(reply.problem.code).toBe('BRO-00006')
})

rule('decisions §3', 'any resource is accepted where resources are open', async ({ client }) => {
  expect((await initialize(client, { resourceId: 'nobody-knows-it' })).status).toBe(200)
})

rule('file-transfer §2', 'in production a file goes unscanned only on an approved resource', async () => {
  const production = standin().clientOf('/production')

  const plain = await initialize(production, { disableVirusScan: true })
  const approved = await initialize(production, { disableVirusScan: true, resourceId: 'standin-unscanned' })

  expect([plain.status, plain.problem.code]).toEqual([400, 'BRO-00020'])
  expect(approved.status).toBe(200)
})

rule('file-transfer §2', 'outside production a file goes unscanned on any resource', async ({ client }) => {
  expect((await initialize(client, { disableVirusScan: true })).status).toBe(200)
})

rule('file-transfer §2', 'every recipient must be on the access list of the resource', async ({ client }) => {
  const resourceId = 'standin-access-list'

  const all = await initialize(client, { resourceId, recipients: [iso(recipient), iso(otherRecipient)] })
  const some = await initialize(client, { resourceId, recipients: [iso(recipient), iso(stranger)] })

  expect(all.status).toBe(200)
  expect(some.status).toBe(400)
  expect(some.problem.code).toBe('BRO-00028')
})

rule('file-transfer §2', 'a sender that is not the required party may name one recipient', async ({ client }) => {
  const two = await initialize(client, { resourceId: 'standin-required-party', recipients: [iso(serviceOwner), iso(recipient)] })
  const twice = await initialize(client, { resourceId: 'standin-required-party', recipients: [iso(serviceOwner), iso(serviceOwner)] })

  expect(two.problem.code).toBe('BRO-00027')
  expect(twice.problem.code).toBe('BRO-00027')
})

rule('file-transfer §2', 'a sender that is not the required party may send to the required party only', async ({ client }) => {
  const another = await initialize(client, { resourceId: 'standin-required-party' })
  const required = await initialize(client, { resourceId: 'standin-required-party', recipients: [iso(serviceOwner)] })

  expect(another.problem.code).toBe('BRO-00026')
  expect(required.status).toBe(200)
})

rule('file-transfer §2', 'the required party may send to anyone', async ({ client }) => {
  const over = { resourceId: 'standin-required-party', sender: iso(serviceOwner), recipients: [iso(recipient), iso(otherRecipient)] }

  expect((await initialize(client, over, serviceOwner)).status).toBe(200)
})

rule('file-transfer §2', 'the right to send is judged before anything else of the resource', async () => {
  const production = standin().clientOf('/production')

  const reply = await initialize(
    production,
    { disableVirusScan: true, resourceId: 'standin-access-list', recipients: [iso(stranger)] },
    stranger,
  )

  expect(reply.problem.code).toBe('BRO-00006')
})

rule('decisions §13', 'without the authorization service or the resource registry nothing is initialized', async () => {
  const { client, simulator } = standin()

  for (const service of ['authorization', 'resource-registry']) {
    simulator.scenarios.define(service, anyDocument({ summary: 'It is down', rules: [{ outage: service }] }))
    await simulator.scenarios.use(anyName(service))
    const reply = await initialize(client)
    await simulator.scenarios.off(anyName(service))

    expect([reply.status, reply.problem.code]).toEqual([503, 'NOT-00004'])
  }
  expect((await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })).body).toEqual([])
})

rule('file-transfer §2', 'owner, approval, storage, registry and recipients are judged in this order', async ({ clientOf, simulator }) => {
  const production = clientOf('/production')
  const all = simulator.world.environments.production.of(resources)
  const unscanned = { disableVirusScan: true, resourceId: 'lost', recipients: [iso(stranger)] }
  const lost = {
    id: 'lost',
    owner: stranger.orgNo,
    purgeAfterConfirmed: true,
    accessList: [],
    registered: false,
    unscannedApproved: false,
  }
  const codeOf = async () => (await initialize(production, unscanned)).problem.code

  all.put(lost)
  const noOwner = await codeOf()
  simulator.world.environments.production.of(serviceOwners).put({ orgNo: stranger.orgNo, name: 'New', storage: 'NotStarted' })
  const noApproval = await codeOf()
  all.put({ ...lost, unscannedApproved: true })
  const noStorage = await codeOf()
  all.put({ ...lost, unscannedApproved: true, owner: serviceOwner.orgNo })

  expect([noOwner, noApproval, noStorage, await codeOf()]).toEqual(['BRO-00002', 'BRO-00020', 'BRO-00021', 'BRO-00005'])
})

rule('file-transfer §2', 'a property may have any name, also one that a language gives a meaning', async ({ client }) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const list = `{${names.map((name) => `"${name}":"${name} is kept"`).join(',')}}`
  const body = JSON.stringify({ ...request, propertyList: 'here' }).replace('"here"', list)

  const made = await client.call('fileTransfer.initialize', { as: sender, body })
  const shown = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: made.body.fileTransferId } })

  expect(shown.text).toContain(`"propertyList":${list}`)
})

rule('file-transfer §7.3', 'a property with the name __proto__ is judged like the others', async ({ client }) => {
  const send = (list: string) =>
    client.call('fileTransfer.initialize', {
      as: sender,
      body: JSON.stringify({ ...request, propertyList: 'here' }).replace('"here"', list),
    })

  expect((await send(`{"__proto__":"${'x'.repeat(3001)}"}`)).problem.errors).toEqual({
    PropertyList: [expect.stringContaining('PropertyList Value can not be longer than 3000. Length:3001')],
  })
  expect((await send('{"__proto__":{"a":"b"}}')).status).toBe(400)
})

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §7.4, decisions §1 #11', `${dialect}: what the database does not take is refused: a file transfer`, async () => {
    const { client, defects } = standin({ dialect })
    const unstorable = [
      { fileName: 'a\0' },
      { resourceId: 'standin-plain\0' },
      { sendersFileTransferReference: 'a\0' },
      { sendersFileTransferReference: 'x'.repeat(501) },
      { propertyList: { a: '\0' } },
      { propertyList: { '\0': 'a' } },
      { recipients: [null] },
      { checksum: '\0'.repeat(32) },
    ]
    for (const over of unstorable) {
      const reply = await initialize(client, over)
      expect(reply.status, JSON.stringify(over)).toBe(dialect === 'live' ? 500 : 400)
      expect(reply.headers.get('content-type')).toBe(`application/problem+json${dialect === 'live' ? '' : '; charset=utf-8'}`)
    }
    for (const reference of ['x'.repeat(500), `${'x'.repeat(500)}   `, '😀'.repeat(500)])
      expect((await initialize(client, { sendersFileTransferReference: reference })).status).toBe(200)
    expect(defects).toEqual([])
  })
}

rule('file-transfer §7.4', 'beside a null recipient, whatever else is wrong is told; a null property fails where it is met', async () => {
  const { client } = standin({ dialect: 'live' })
  const long = 'k'.repeat(51)
  const faultsOf = async (over: object) => {
    const { status, problem } = await initialize(client, over)
    return status === 400 ? Object.keys(problem.errors ?? {}).join(' ') : status
  }

  expect(await faultsOf({ recipients: ['nobody', null] })).toBe('Recipients')
  expect(await faultsOf({ recipients: [null], fileName: '' })).toBe('FileName')
  expect(await faultsOf({ propertyList: { [long]: 'x', a: null } })).toBe('PropertyList')
  expect(await faultsOf({ propertyList: { a: null, [long]: 'x' } })).toBe(500)
  expect(await faultsOf({ propertyList: { a: null }, fileName: '' })).toBe(500)
  expect(await faultsOf({ propertyList: { a: null, b: 1 } })).toBe('initializeExt $.propertyList.b')
})
