/** Bodies that are cut or broken: what the service meets first, and the place that it names. */
import { sender } from './support/file-transfers.ts'
import { ttd } from './support/orders.ts'
import { expect, rule } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

const paths = { order: '/future/orders', transfer: '/broker/api/v1/filetransfer' }

/** The message about what cannot be read, by its path. */
async function faultIn(
  kind: keyof typeof paths,
  body: string,
  more: Record<string, string> = {},
): Promise<[path: string, message: string] | undefined> {
  const { client, send } = standin()
  const authorization = `Bearer ${await client.token(kind === 'order' ? ttd : sender)}`
  const headers = { authorization, 'content-type': 'application/json', ...more }
  const answer = await send(new Request(base + paths[kind], { method: 'POST', headers, body: new TextEncoder().encode(body) }))
  const { errors = {} } = (await answer.json()) as { errors?: Record<string, string[]> }
  const [path, messages] = Object.entries(errors).find(([key]) => key.startsWith('$')) ?? []
  return path === undefined ? undefined : [path, messages?.[0] ?? '']
}

const message = (text: string, path: string, byte: number): [string, string] => [
  path,
  `${text} Path: ${path} | LineNumber: 0 | BytePositionInLine: ${byte}.`,
]
const open = 'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.'
const separator = (sign: string) => `'${sign}' is invalid after a value. Expected either ',', '}', or ']'.`
const recipients = '{"recipients":["0192:310880442"'

rule('notifications §4.3, file-transfer §7.3', 'a list that breaks counts the entries that it has', async () => {
  const after = recipients.length

  expect(await faultIn('transfer', recipients)).toEqual(message(open, '$.recipients[1]', after))
  expect(await faultIn('transfer', `${recipients}}`)).toEqual(message("'}' is invalid without a matching open.", '$.recipients[1]', after))
  expect(await faultIn('transfer', `${recipients},`)).toEqual(
    message('Expected start of a property name or value, but instead reached end of data.', '$.recipients[1]', after),
  )
  expect(await faultIn('transfer', '{"recipients":[')).toEqual(message(open, '$.recipients[0]', 15))
  expect(await faultIn('order', '{"reminders":[{"recipient":{}} x')).toEqual(message(separator('x'), '$.reminders[1]', 31))
})

rule('notifications §4.3, file-transfer §7.3', 'a name counts once its colon is read', async () => {
  const noColon = (sign: string) => `'${sign}' is invalid after a property name. Expected a ':'.`

  expect(await faultIn('transfer', '{"recipients"')).toEqual(message('Expected a value, but instead reached end of data.', '$', 13))
  expect(await faultIn('transfer', '{"recipients" x')).toEqual(message(noColon('x'), '$', 14))
  expect(await faultIn('transfer', '{"propertyList":{"a" 1')).toEqual(message(noColon('1'), '$.propertyList', 21))
  expect(await faultIn('order', '{"unknown":{"a" 1')).toEqual(message(noColon('1'), '$.unknown', 16))
})

rule('notifications §4.3', 'a text that is cut after a digit ends with a number that is not delimited', async () => {
  const undelimited = (digit: number) => `'${digit}' is an invalid end of a number. Expected a delimiter.`

  expect(await faultIn('order', '{"idempotencyId":12')).toEqual(message(undelimited(2), '$.idempotencyId', 19))
  expect(await faultIn('order', '{"reminders":[{"delayDays":1.5')).toEqual(message(undelimited(5), '$.reminders[0].delayDays', 30))
  expect(await faultIn('order', '{"unknown":[1')).toEqual(message(undelimited(1), '$.unknown', 13))
})

rule('notifications §4.3, file-transfer §7.3', 'a rule is not asked before the text ends', async () => {
  const body = `{"fileName":"${'x'.repeat(300)}","sender":"nobody",`

  expect((await faultIn('transfer', `${body}"recipients":[`))?.[0]).toBe('$.recipients[0]')
  expect((await faultIn('transfer', `${body}}`))?.[1]).toMatch(/^The JSON object contains a trailing comma/)
})

rule(
  'notifications §4.3',
  'what is missing in an object that ends, or null where it may not be, comes before the broken place',
  async () => {
    const models = 'Altinn.Notifications.Models'

    expect((await faultIn('order', '{"recipient":{"recipientEmail":{"emailAddress":"a@example.org"}}, x'))?.[1]).toBe(
      `JSON deserialization for type '${models}.Email.RecipientEmailExt' was missing required properties including: 'emailSettings'.`,
    )
    expect((await faultIn('order', '{"recipient":{"recipientEmail":{"emailAddress":"a@example.org"'))?.[1]).toMatch(/^Expected depth/)
    expect(await faultIn('order', '{"requestedSendTime":null,}')).toEqual(
      message('The JSON value could not be converted to System.DateTime.', '$.requestedSendTime', 25),
    )
  },
)

rule('notifications §4.3', 'one byte order mark is left out, and not two', async () => {
  expect((await faultIn('order', '\uFEFF{}'))?.[1]).toMatch(/^JSON deserialization/)
  expect(await faultIn('order', '\uFEFF\uFEFF{}')).toEqual(message("'0xEF' is an invalid start of a value.", '$', 0))
})

rule('notifications §4.3', 'a body of nothing but a byte order mark, or without a chunk, has no token', async () => {
  const nothing = message(
    'The input does not contain any JSON tokens. Expected the input to start with a valid JSON token, when isFinalBlock is true.',
    '$',
    0,
  )

  expect(await faultIn('order', '\uFEFF')).toEqual(nothing)
  expect(await faultIn('order', '', { 'transfer-encoding': 'chunked' })).toEqual(nothing)
  expect(await faultIn('order', '')).toBeUndefined()
})

rule('notifications §4.3', 'a word that is none shows the rest of the text', async () => {
  const rest = `nil,"sendersReference":"${'x'.repeat(500)}"}`

  expect(await faultIn('order', `{"idempotencyId":${rest}`)).toEqual(
    message(`'${rest}' is an invalid JSON literal. Expected the literal 'null'.`, '$.idempotencyId', 18),
  )
})
