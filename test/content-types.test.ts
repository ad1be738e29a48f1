/** Content types of JSON bodies that are not plain JSON in UTF-8. */
import { request, sender } from './support/file-transfers.ts'
import { orderTo, toEmail, ttd } from './support/orders.ts'
import { expect, rule } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

async function sent(path: string, type: string, body: BodyInit) {
  const { client, send } = standin({ dialect: 'live' })
  const authorization = `Bearer ${await client.token(path.startsWith('/broker') ? sender : ttd)}`
  const answer = await send(new Request(base + path, { method: 'POST', headers: { authorization, 'content-type': type }, body }))
  return { status: answer.status, text: await answer.text() }
}

const transfers = '/broker/api/v1/filetransfer'
const utf16 = (value: unknown) => new Uint8Array(Uint16Array.from(JSON.stringify(value), (sign) => sign.charCodeAt(0)).buffer)

for (const charset of ['utf-16', 'UTF-16LE', 'unicode', 'ucs-2', 'iso-10646-ucs-2']) {
  rule('notifications §1.3, file-transfer §2', `the bytes are read as UTF-16 where the charset is ${charset}`, async () => {
    const type = `application/json; charset="${charset}"`

    expect((await sent('/future/orders', type, utf16(orderTo(toEmail())))).status).toBe(201)
    expect((await sent(transfers, type, utf16(request))).status).toBe(200)
  })
}

for (const charset of ['utf8', 'utf-16be', 'utf-32', "'utf-8'"]) {
  rule('notifications §1.3, file-transfer §2', `the charset ${charset} is not read`, async () => {
    const type = `application/json; charset=${charset}`

    expect((await sent('/future/orders', type, JSON.stringify(orderTo(toEmail())))).status).toBe(415)
    expect((await sent(transfers, type, JSON.stringify(request))).status).toBe(415)
  })
}

rule('file-transfer §2', 'a list that begins with a type of JSON is read as that', async () => {
  for (const type of ['application/json, text/plain', 'text/json,*/*', 'application/x+json ,a/b'])
    expect((await sent(transfers, type, JSON.stringify(request))).status, type).toBe(200)
})

const form = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'

for (const [type, body, status, reason] of [
  ['multipart/form-data; boundary=x', '{}', 400, 'Unexpected end of Stream, the content may have already been read by another component. '],
  ['multipart/form-data', '{}', 400, 'Missing content-type boundary.'],
  [`multipart/form-data; boundary=${'x'.repeat(129)}`, '{}', 400, 'Multipart boundary length limit 128 exceeded.'],
  ['multipart/form-data; boundary=x', form, 415, undefined],
] as const) {
  rule('file-transfer §2, file-transfer §7.3', `a form where JSON is expected is ${status}: ${reason ?? 'it can be read'}`, async () => {
    const answer = await sent(transfers, type, body)

    expect(answer.status).toBe(status)
    if (reason !== undefined) expect(JSON.parse(answer.text).errors).toEqual({ '': [`Failed to read the request form. ${reason}`] })
  })
}
