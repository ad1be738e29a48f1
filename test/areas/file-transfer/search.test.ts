import { expect } from 'vitest'
import {
  confirmed,
  downloaded,
  failed,
  initialized,
  iso,
  otherRecipient,
  published,
  recipient,
  sender,
  stranger,
  type Wanted,
  withoutOrganization,
} from '../../support/file-transfers.ts'
import { losses } from '../../support/resources.ts'
import { rule } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

type Client = ReturnType<typeof standin>['client']

const find = async (client: Client, query: Record<string, string> = {}, as: { orgNo: string } = sender) =>
  (await client.call('fileTransfer.search', { as, query: { resourceId: 'standin-plain', ...query } })).body

rule('file-transfer §4.3', 'an organization finds its own transfers on the resource, newest first', async () => {
  const { client } = standin()
  const first = await initialized(client)
  const second = await published(client)
  await initialized(client, { resourceId: 'standin-kept' })
  await initialized(client, { recipients: [iso(otherRecipient)] })

  expect(await find(client, {}, recipient)).toEqual([second, first])
  expect(await find(client, {}, stranger)).toEqual([])
  expect(await find(client)).toHaveLength(3)
})

rule('file-transfer §4.3', 'oldest first on request', async () => {
  const { client } = standin()
  const ids = [await initialized(client), await initialized(client), await initialized(client)]

  expect(await find(client, { orderAscending: 'true' })).toEqual(ids)
  expect(await find(client, { orderAscending: 'false' })).toEqual(ids.toReversed())
})

rule('file-transfer §4.3', 'a status filter finds the current status, in any case and by number', async () => {
  const { client } = standin()
  await initialized(client)
  const done = await published(client)
  const dead = await failed(client)

  expect(await find(client, { status: 'Published' })).toEqual([done])
  expect(await find(client, { status: 'pUBLISHED' })).toEqual([done])
  expect(await find(client, { status: '7' })).toEqual([dead])
})

rule('file-transfer §4.3', 'a recipient filter looks at the latest status of the caller only', async () => {
  const { client } = standin()
  const recipients = [iso(recipient), iso(otherRecipient)]
  const waiting = await published(client, { recipients })
  const begun = await downloaded(client, { recipients })
  const over = await confirmed(client, { recipients })

  expect(await find(client, { recipientStatus: 'Initialized' }, recipient)).toEqual([waiting])
  expect(await find(client, { recipientStatus: 'DownloadStarted' }, recipient)).toEqual([begun])
  expect(await find(client, { recipientStatus: '2' }, recipient)).toEqual([over])
  expect(await find(client, { recipientStatus: 'Initialized' }, otherRecipient)).toEqual([over, begun, waiting])
  expect(await find(client, { recipientStatus: 'Initialized', role: 'Sender' }, recipient)).toEqual([waiting])
  expect(await find(client, { recipientStatus: 'Initialized' })).toEqual([])
})

rule('file-transfer §4.3', 'a download after the confirmation is the latest status again', async () => {
  const { client } = standin()
  const fileTransferId = await confirmed(client, { recipients: [iso(recipient), iso(otherRecipient)] })
  await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })

  expect(await find(client, { recipientStatus: 'DownloadConfirmed' }, recipient)).toEqual([])
  expect(await find(client, { recipientStatus: 'DownloadStarted' }, recipient)).toEqual([fileTransferId])
})

rule('file-transfer §4.3', 'a role filter leaves out transfers where the organization has the other role', async () => {
  const { client } = standin()
  const sent = await initialized(client)
  const toItself = await initialized(client, { recipients: [iso(sender)] })

  expect(await find(client, { role: 'Sender' })).toEqual([toItself, sent])
  expect(await find(client, { role: 'recipient' })).toEqual([toItself])
  expect(await find(client, { role: '0' }, recipient)).toEqual([sent])
  expect(await find(client, { role: 'Sender' }, recipient)).toEqual([])
})

rule('file-transfer §4.3', 'a time filter with one end excludes it, and one with two ends includes them', async () => {
  const { client, simulator } = standin()
  const ids: string[] = []
  for (let minute = 0; minute < 3; minute++) {
    ids.push(await initialized(client))
    await simulator.advance({ by: 60_000 })
  }
  const [zero, one, two] = ids
  const orderAscending = 'true'

  expect(await find(client, { orderAscending, from: '2026-06-01T10:01:00Z' })).toEqual([two])
  expect(await find(client, { orderAscending, to: '2026-06-01T10:01:00Z' })).toEqual([zero])
  expect(await find(client, { orderAscending, from: '2026-06-01T10:00:00Z', to: '2026-06-01T10:01:00Z' })).toEqual([zero, one])
  expect(await find(client, { from: '2026-06-01 12:01:00+02:00', to: '2026-06-01T10:02:00' })).toEqual([two, one])
})

rule('file-transfer §4.3', 'with a status filter, time and order are those of entering the status', async () => {
  const { client, simulator } = standin()
  const older = await initialized(client, { disableVirusScan: true })
  await simulator.advance({ by: 60_000 })
  const newer = await published(client)
  await simulator.advance({ by: 60_000 })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: older }, body: new Uint8Array(3) })

  expect(await find(client, { status: 'Published' })).toEqual([older, newer])
  expect(await find(client, { status: 'Published', orderAscending: 'true' })).toEqual([newer, older])
  expect(await find(client, { status: 'Published', from: '2026-06-01T10:01:30Z' })).toEqual([older])
  expect(await find(client, { from: '2026-06-01T10:01:30Z' })).toEqual([])
})

rule('file-transfer §4.3', 'transfers of one instant come in the order of their creation', async () => {
  const { client } = standin()
  const [first, second] = [await published(client), await published(client)]

  expect(await find(client, { status: 'Published' })).toEqual([second, first])
  expect(await find(client, { status: 'Published', orderAscending: 'true' })).toEqual([first, second])
})

for (const status of ['', 'Initialized']) {
  rule('file-transfer §4.3', `a search answers with a hundred at most${status && ', also with a status'}`, async () => {
    const { client } = standin()
    const ids: string[] = []
    for (let nth = 0; nth < 103; nth++) ids.push(await initialized(client))

    expect(await find(client, { status })).toEqual(ids.slice(-100).reverse())
    expect(await find(client, { status, orderAscending: 'true' })).toEqual(ids.slice(0, 100))
  })
}

rule('file-transfer §4.4', 'a sender that is written as a URN does not find its transfer', async () => {
  const { client } = standin()
  const wanted: Wanted = { sender: `urn:altinn:organization:identifier-no:${sender.orgNo}` }
  const fileTransferId = await initialized(client, wanted)

  expect(await find(client)).toEqual([])
  expect(await find(client, {}, recipient)).toEqual([fileTransferId])
})

rule('file-transfer §4.3', 'a search without a resource or with unreadable filters is refused', async () => {
  const { client } = standin()

  const none = await client.call('fileTransfer.search', { as: sender })
  const unreadable = await client.call('fileTransfer.search', {
    as: sender,
    query: { resourceId: 'standin-plain', status: 'abc', role: '99', from: 'yesterday', orderAscending: '1' },
  })

  expect(none.problem.errors).toEqual({ resourceId: ['The resourceId field is required.'] })
  expect(unreadable.problem.errors).toEqual({
    from: ["The value 'yesterday' is not valid."],
    orderAscending: ["The value '1' is not valid."],
    role: ["The value '99' is invalid."],
    status: ["The value 'abc' is not valid."],
  })
})

rule('file-transfer §0.4, file-transfer §4.3', 'a search on a URN or on an unknown resource is refused', async () => {
  const { client } = standin({ openResources: false })

  for (const resourceId of ['urn:altinn:resource:standin-plain', 'nobody-knows-it']) {
    const reply = await client.call('fileTransfer.search', { as: sender, query: { resourceId } })

    expect(reply.problem.code).toBe('BRO-00006')
  }
})

rule('file-transfer §0.4', 'a search on a URN is refused also where resources are open', async () => {
  const { client } = standin()

  const reply = await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'urn:altinn:resource:standin-plain' } })

  expect(reply.problem.code).toBe('BRO-00006')
})

rule('file-transfer §1.1', 'a token without an organization finds nothing', async () => {
  const { client, simulator } = standin()

  const reply = await client.call('fileTransfer.search', {
    ...(await withoutOrganization(simulator)),
    query: { resourceId: 'standin-plain' },
  })

  expect(reply.problem.code).toBe('BRO-00006')
})

rule('file-transfer §4.3', 'a search on a resource that the registry has lost is BRO-00005', async () => {
  const { client, simulator } = standin()
  await initialized(client)
  losses['BRO-00005']?.(simulator, 'standin-plain')

  const reply = await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })

  expect([reply.status, reply.problem.code]).toEqual([403, 'BRO-00005'])
})
