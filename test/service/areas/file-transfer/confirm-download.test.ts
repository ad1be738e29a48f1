import {
  confirmed,
  downloaded,
  iso,
  otherRecipient,
  published,
  recipient,
  sender,
  statusOf,
  stranger,
} from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import type { standin } from '../../../support/standin.ts'

type Here = ReturnType<typeof standin>

const confirm = ({ client }: Pick<Here, 'client'>, fileTransferId: string, as: { orgNo: string } = recipient) =>
  client.call('fileTransfer.confirmDownload', { as, params: { fileTransferId } })

rule('file-transfer §6.2', 'a confirmation is answered 204 without a body', async ({ here }) => {
  const fileTransferId = await downloaded(here.client)

  const { status, text, headers } = await confirm(here, fileTransferId)

  expect([status, text]).toEqual([204, ''])
  expect(headers.get('content-type')).toBeNull()
})

rule('file-transfer §6.2', 'the body of a confirmation is ignored', async ({ here }) => {
  const fileTransferId = await downloaded(here.client)

  const reply = await here.client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId }, body: '{"a' })

  expect(reply.status).toBe(204)
})

rule('file-transfer §6.2', 'the last recipient to confirm ends the transfer', async ({ here }) => {
  const recipients = [iso(recipient), iso(otherRecipient)]
  const fileTransferId = await downloaded(here.client, { recipients })
  await here.client.call('fileTransfer.download', { as: otherRecipient, params: { fileTransferId } })

  await confirm(here, fileTransferId)
  const first = await statusOf(here.client, fileTransferId)
  await confirm(here, fileTransferId, otherRecipient)
  const last = await statusOf(here.client, fileTransferId)

  expect(first.status).toBe('Published')
  expect(last).toMatchObject({ status: 'AllConfirmedDownloaded', text: 'All downloaded' })
})

rule('file-transfer §5.5', 'confirming twice changes nothing while another recipient has not confirmed', async ({ here }) => {
  const fileTransferId = await confirmed(here.client, { recipients: [iso(recipient), iso(otherRecipient)] })
  const read = () => here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  const before = (await read()).text

  const reply = await confirm(here, fileTransferId)

  expect(reply.status).toBe(204)
  expect((await read()).text).toBe(before)
})

rule('file-transfer §6.2', 'the download of the download of a range is enough to confirm', async ({ here }) => {
  const fileTransferId = await published(here.client)
  await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId }, headers: { range: 'bytes=0-0' } })

  expect((await confirm(here, fileTransferId)).status).toBe(204)
})

rule('file-transfer §6.2', 'only recipients can confirm', async ({ here }) => {
  const fileTransferId = await downloaded(here.client)

  for (const as of [sender, stranger]) {
    const reply = await confirm(here, fileTransferId, as)

    expect([reply.status, reply.problem.code]).toEqual([403, 'BRO-00006'])
  }
})
