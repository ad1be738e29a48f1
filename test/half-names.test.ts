/** Names with half a character, in bodies. */
import { request, sender } from './support/file-transfers.ts'
import { orderTo, toPerson, ttd } from './support/orders.ts'
import { expect, rule } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

const paths = { order: '/future/orders', transfer: '/broker/api/v1/filetransfer' }

/** Sends a body whose first HALF is half a character. */
async function errorsOf(kind: 'order' | 'transfer', body: object): Promise<[status: number, errors: object]> {
  const { client, send } = standin()
  const authorization = `Bearer ${await client.token(kind === 'order' ? ttd : sender)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const json = JSON.stringify(body).replace('HALF', '\\ud83d')
  const answer = await send(new Request(base + paths[kind], { method: 'POST', headers, body: json }))
  return [answer.status, answer.status === 400 ? (await answer.json()).errors : {}]
}

const order = orderTo(toPerson('12838590150', 'EmailPreferred'))
const models = 'Altinn.Notifications.Models'
const converted = (type: string, path: string, byte: number) =>
  `The JSON value could not be converted to ${type}. Path: ${path} | LineNumber: 0 | BytePositionInLine: ${byte}.`

rule('notifications §4.3', 'the service stops at a name with half a character in an object that it reads, after the colon', async () => {
  const parameter = { notificationOrderRequest: ['The notificationOrderRequest field is required.'] }

  expect(await errorsOf('order', { HALF: 1, ...order })).toEqual([
    400,
    { $: [converted(`${models}.NotificationOrderChainRequestExt`, '$', 10)], ...parameter },
  ])
  expect(await errorsOf('order', { recipient: { HALF: 1 } })).toEqual([
    400,
    { '$.recipient': [converted(`${models}.NotificationRecipientExt`, '$.recipient', 23)], ...parameter },
  ])
})

rule('notifications §4.3', 'a name with half a character has no effect in what the service skips', async () => {
  expect((await errorsOf('order', { ...order, unknown: { HALF: [{ HALF: 1 }] } }))[0]).toBe(201)
})

rule('notifications §4.3', 'a value that cannot be read comes first when it stands before such a name', async () => {
  const [status, errors] = await errorsOf('order', { sendersReference: 1, HALF: 1, ...order })

  expect([status, Object.keys(errors)]).toEqual([400, ['$.sendersReference', 'notificationOrderRequest']])
})

rule('notifications §4.3, file-transfer §7.3', 'such a name in a dictionary is blamed on the dictionary', async () => {
  const parameter = { initializeExt: ['The initializeExt field is required.'] }

  expect(await errorsOf('transfer', { propertyList: { HALF: 'x' }, ...request })).toEqual([
    400,
    { '$.propertyList': [converted('System.String', '$.propertyList', 26)], ...parameter },
  ])
  expect(await errorsOf('transfer', { propertyList: { a: 'b', HALF: 'x' }, ...request })).toEqual([
    400,
    { '$.propertyList': [converted('System.String', '$.propertyList', 34)], ...parameter },
  ])
})
