/** Rules look into a call and leave it as it was. */
import { sender, statusOf, unknownId } from '../../../support/file-transfers.ts'
import { hostNames } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { hostedWithRules, withRules } from '../../../support/rules.ts'

const form = 'fileTransfer.initializeAndUpload'
const refuse = { code: 'BRO-00021' }

function formTo(resourceId: string, content: Uint8Array = new TextEncoder().encode('one two three'), fileFirst = false): FormData {
  const parts = new FormData()
  const file = () => parts.append('FileTransfer', new Blob([content as Uint8Array<ArrayBuffer>]), 'a.bin')
  if (fileFirst) file()
  const fields = {
    FileName: 'a.bin',
    ResourceId: resourceId,
    SendersFileTransferReference: 'r',
    Sender: `0192:${sender.orgNo}`,
    Recipients: '0192:370916446',
  }
  for (const [name, value] of Object.entries(fields)) parts.append(`Metadata.${name}`, value)
  if (!fileFirst) file()
  return parts
}

for (const host of hostNames) {
  rule('decisions §14', `a rule knows the fields of a form before its file arrives, and the file arrives whole (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on: form, where: { resource: 'standin-kept' }, refuse }])
    const content = new Uint8Array(300_000).map((_, at) => at % 251)

    const covered = await here.client.call(form, { as: sender, body: formTo('standin-kept') })
    const other = await here.client.call(form, { as: sender, body: formTo('standin-plain', content) })

    expect([covered.status, other.status]).toEqual([503, 200])
    expect(await statusOf(here.client, other.body.fileTransferId)).toMatchObject({ size: 300_000 })
    expect(here.simulator.world.blobs.held.count).toBe(1)
  })

  rule('decisions §14', `a form that is refused before its file has arrived is read to its end (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on: form, where: { resource: 'standin-kept' }, refuse }])
    const body = formTo('standin-kept', new Uint8Array(3_000_000))

    for (const _again of [1, 2, 3]) expect((await here.client.call(form, { as: sender, body })).status).toBe(503)
  })

  rule('decisions §14', `a form that a rule has looked into can break off (${host})`, async () => {
    const here = await hostedWithRules(host, [
      { on: form, where: { resource: 'standin-plain' }, disconnect: { when: 'during-upload', afterBytes: 1_000 } },
    ])

    await expect(here.client.call(form, { as: sender, body: formTo('standin-plain', new Uint8Array(200_000)) })).rejects.toThrow()

    expect(here.line()).toMatchObject({ commits: 0 })
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })

  rule('decisions §14', `an order that a rule has looked into is validated with the same text (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on: 'notifications.createOrder', where: { recipient: 'b@example.org' }, refuse }])
    const order = (to: string, more: object = {}) =>
      here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(to), { idempotencyId: to, ...more }) })

    const replies = [await order('a@example.org'), await order('b@example.org'), await order('c@example.org', { requestedSendTime: 'x' })]

    expect(replies.map(({ status }) => status)).toEqual([201, 503, 400])
    expect(here.simulator.world.journal.calls.list()[0]?.requestBody).toContain('a@example.org')
  })
}

rule('decisions §14', 'fields that come after the file are not waited for', async () => {
  const { client } = await withRules([{ on: form, where: { resource: 'standin-kept' }, refuse }])

  expect((await client.call(form, { as: sender, body: formTo('standin-kept', undefined, true) })).status).toBe(200)
})

for (const [what, contentType, body] of [
  ['no form', 'multipart/form-data; boundary=x', 'hello'],
  ['no boundary', 'multipart/form-data', 'hello'],
  ['no body', 'multipart/form-data; boundary=x', undefined],
  [
    'too much before its file',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(2_000_000)}`,
  ],
] as const) {
  rule('decisions §14', `${what}: a rule that looks into it covers nothing, and the service refuses it as usual`, async () => {
    const here = await withRules([{ on: form, where: { resource: 'standin-kept' }, refuse }])
    const ask = () => here.client.call(form, { as: sender, headers: { 'content-type': contentType }, body })
    const looked = await ask()
    await here.simulator.scenarios.off()
    const plain = await ask()

    expect([looked.status, looked.problem.errors]).toEqual([plain.status, plain.problem.errors])
    expect(looked.status).toBe(400)
  })
}

rule('decisions §4', 'a body of more than 30,000,000 bytes is refused, whether a rule has looked into it or not', async () => {
  const { client } = await withRules([{ on: 'notifications.createOrder', where: { recipient: 'x' }, refuse }])

  expect((await client.call('notifications.createOrder', { as: ttd, body: new Uint8Array(30_000_001).fill(32) })).status).toBe(413)
})

rule('decisions §14', 'the recipients of a transfer are known from its record', async () => {
  const here = await withRules([{ on: 'fileTransfer.overview', where: { recipient: '0192:370916446' }, refuse }])
  const { body } = await here.client.call(form, { as: sender, body: formTo('standin-plain') })
  const ask = (fileTransferId: string) => here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect([(await ask(body.fileTransferId)).status, (await ask(unknownId)).status]).toEqual([503, 404])
})
