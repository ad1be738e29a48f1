/** Access to control rows, and the replies to calls that are wrong. */
import type { Simulator } from '../../src/control/create-simulator.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { controls } from '../../src/control/index.ts'
import type { Call, PendingAnswer } from '../../src/service/wire/call.ts'
import { control, farCall } from '../support/control.ts'
import { expect, rule, test } from '../support/rule.ts'
import { base, standin } from '../support/standin.ts'

async function statusOf(simulator: Simulator, call: Call): Promise<number> {
  const { answer } = await frontDoor(simulator)(call)
  return answer.status
}

rule('decisions §2', 'without an admin token, callers on other machines are refused', async ({ simulator }) => {
  expect(await statusOf(simulator, farCall())).toBe(403)
  expect(await statusOf(simulator, farCall({ authorization: 'Bearer undefined' }))).toBe(403)
})

rule('decisions §2', 'a caller on another machine gets in with the admin token', async () => {
  const { simulator } = standin({ adminToken: 'open-sesame' })

  expect(await statusOf(simulator, farCall({ authorization: 'Bearer open-sesame' }))).toBe(200)
  expect(await statusOf(simulator, farCall({ authorization: 'bearer open-sesame' }))).toBe(200)
})

test.each([
  ['no header', undefined],
  ['another scheme', 'Basic open-sesame'],
  ['another token', 'Bearer open-sesamE'],
  ['the beginning of the token', 'Bearer open'],
  ['the token twice', 'Bearer open-sesameopen-sesame'],
  ['no token', 'Bearer '],
  ['a token of the service', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA'],
])('%s from another machine is answered 401', async (_, authorization) => {
  const { simulator } = standin({ adminToken: 'open-sesame' })
  const { answer } = await frontDoor(simulator)(farCall({ authorization }))

  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
  expect(answer.body).not.toContain('open-sesame')
})

test('an empty admin token does not count', async () => {
  const { simulator } = standin({ adminToken: '' })

  expect(await statusOf(simulator, farCall({ authorization: 'Bearer ' }))).toBe(403)
})

test('a caller on this machine needs no admin token', async () => {
  const { ask } = control({ adminToken: 'open-sesame' })

  expect((await ask('control.health')).status).toBe(200)
})

test('a page of another site is refused, even in a browser on this machine', async ({ ask }) => {
  expect((await ask('control.reset', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await ask('control.health', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

test('a refused caller learns no rows, and makes no world', async () => {
  const { simulator } = standin({ adminToken: 'open-sesame' })
  const { answer } = await frontDoor(simulator)(farCall({}, '/worlds/stranger/_standin/nothing'))

  expect(answer.status).toBe(401)
  expect(answer.body).not.toContain('/_standin/clock')
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

test('calls of the service pass unchanged', async ({ simulator }) => {
  const seen: Call[] = []
  const delivery: PendingAnswer = { answer: { status: 200, headers: {} }, sent() {} }
  const carry = async (call: Call) => {
    seen.push(call)
    return delivery
  }
  const door = frontDoor({ ...simulator, carry })
  const calls = ['/future/orders', '/future/_standin/health', '/x?y=/_standin/health', '/_standinx', '/worlds/NO/_standin/health'].map(
    (url) => farCall({}, url),
  )

  expect(await Promise.all(calls.map(door))).toEqual(calls.map(() => delivery))
  expect(seen).toEqual(calls)
})

test('an impossible name of a world is refused', async ({ send }) => {
  const response = await send(new Request(`${base}/worlds/NOT_A_WORLD/_standin/health`))

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('NOT_A_WORLD') })
})

test('calls of control rows leave no line in the journal', async ({ ask, simulator }) => {
  await ask('control.health')
  await ask('control.showClock')

  expect(simulator.world.journal.calls.size).toBe(0)
})

test('a misspelt control row gets the one that was probably meant', async () => {
  const response = await standin().send(new Request(`${base}/_standin/jornal`))

  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(
      /^Unknown control row: \/_standin\/jornal\. Did you mean \/_standin\/journal\? Valid: \/_standin\/journal, /,
    ),
  })
})

test.each(['/_standin', '/_standin/', '/_standin/outboxes', '/_standin/clock/advance/now', '/production/_standin/nothing'])(
  '%s is answered 404 with the paths that there are',
  async (path) => {
    const { send } = standin()
    const response = await send(new Request(base + path))

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toMatchObject({
      title: 'Not Found',
      status: 404,
      choices: [...new Set(controls.map((row) => row.path))],
    })
  },
)

test('a wrong method is answered 405 with the valid methods', async ({ send }) => {
  const response = await send(new Request(`${base}/_standin/contacts/310000005`, { method: 'POST' }))

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT'])
  expect(await response.json()).toMatchObject({ title: 'Method Not Allowed', choices: ['DELETE', 'GET', 'HEAD', 'PUT'] })
})

test('a path matches in any case and with a slash at its end', async ({ send }) => {
  expect((await send(new Request(`${base}/_standin/Health/`))).status).toBe(200)
})

const advance = (body: BodyInit, type: string | null = 'application/json') => {
  const request = new Request(`${base}/_standin/clock/advance`, { method: 'POST', body, headers: type ? { 'content-type': type } : {} })
  if (!type) request.headers.delete('content-type')
  return request
}

test.for([
  ['no body', '', 'application/json', 400, 'body: a JSON body is required.'],
  ['no JSON', '{"by": P7D}', 'application/json', 400, 'body: invalid JSON.'],
  ['another type', '{"by":"P7D"}', 'text/plain', 415, 'Use Content-Type: application/json.'],
  ['a form', 'by=P7D', 'application/x-www-form-urlencoded', 415, 'Use Content-Type: application/json.'],
  ['no type', '{"by":"P7D"}', null, 415, 'Use Content-Type: application/json.'],
  ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'body: invalid UTF-8.'],
  ['null', 'null', 'application/json', 400, 'body: null is not an object. Valid: by, to, until, atMost, limit.'],
  ['a list', '[]', 'application/json', 400, 'body: [] is not an object. Valid: by, to, until, atMost, limit.'],
  [
    'an unknown field',
    '{"byy":"P7D"}',
    'application/json',
    400,
    'body: unknown member "byy". Did you mean by? Valid: by, to, until, atMost, limit.',
  ],
  ['a field of the prototype', '{"__proto__":{"by":"P7D"}}', 'application/json', 400, 'body: unknown member "__proto__".'],
  [
    'a value of another type',
    '{"by":true}',
    'application/json',
    400,
    'body.by: true is neither a duration of fixed length, such as 30s, 1h30m, 8d or PT10M, nor a whole number of milliseconds.',
  ],
] as const)('a body that is %s is refused exactly', async ([, body, type, status, detail], { send }) => {
  const response = await send(advance(body, type))

  expect(response.status).toBe(status)
  expect((await response.json()).detail).toContain(detail)
})

test('a body of more than one mebibyte is refused before it is read', async ({ send }) => {
  const response = await send(advance(`{"by":"${'P'.repeat(1_048_576)}"}`))

  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ title: 'Content Too Large', detail: 'The body exceeds 1048576 bytes.' })
})

test('a body with very deep nesting is refused', async ({ send }) => {
  expect((await send(advance('['.repeat(100_000) + ']'.repeat(100_000)))).status).toBe(400)
})

test('a body is ignored when the row takes none', async ({ send }) => {
  const response = await send(new Request(`${base}/_standin/clock/freeze`, { method: 'POST', body: 'whatever' }))

  expect(response.status).toBe(200)
})

test.for([
  ['an unknown name', '?statuss=404', 'query: unknown parameter "statuss". Did you mean status? Valid: '],
  ['a name twice', '?status=404&status=500', 'query: "status" appears twice.'],
  ['a name where none is', '/17?full=true', 'query: unknown parameter "full".'],
] as const)('a query with %s is refused', async ([, rest, detail], { send }) => {
  const response = await send(new Request(`${base}/_standin/journal${rest}`))

  expect(response.status).toBe(400)
  expect((await response.json()).detail).toContain(detail)
})

test('a defect is reported, and the reply reveals no details', async ({ simulator, defects }) => {
  const broken = { ...simulator, worlds: () => expect.fail('the inside') }
  const { answer } = await frontDoor(broken)({ ...farCall({}, '/_standin/worlds'), isLocal: () => true })

  expect(answer.status).toBe(500)
  expect(answer.headers['x-standin-bug']).toBe('true')
  expect(answer.body).not.toContain('inside')
  expect(defects.splice(0)).toHaveLength(1)
})
