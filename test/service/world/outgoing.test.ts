import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { createOutgoing, type Outbound } from '../../../src/service/world/outgoing.ts'
import type { OutgoingRequest, Platform } from '../../../src/service/world/platform.ts'
import { outside, saying, sendingTo } from '../../support/outside.ts'
import { rule } from '../../support/rule.ts'

const platform = nodePlatform()
const get = (url: string, headers: Record<string, string> = {}) => ({ method: 'GET', url, headers, redirects: 5 })

/** Makes real calls, with this timeout. */
const impatient = (milliseconds: number, asked: OutgoingRequest[] = []): Platform => ({
  ...platform,
  call(request) {
    asked.push(request)
    return platform.call({ ...request, timeout: milliseconds })
  },
})

const barriers: readonly [url: string, ...allowed: Outbound[]][] = [
  ['http://127.0.0.1/', 'loopback', 'all'],
  ['http://127.200.3.4:8080/a?b=c', 'loopback', 'all'],
  ['https://localhost/', 'loopback', 'all'],
  ['http://cases.localhost:3000/', 'loopback', 'all'],
  ['http://[::1]:3000/', 'loopback', 'all'],
  ['http://2130706433/', 'loopback', 'all'],
  ['HTTP://LOCALHOST/', 'loopback', 'all'],
  ['https://cases.example.org/unread', 'all'],
  ['http://127.0.0.1.example.org/', 'all'],
  ['http://localhost.example.org/', 'all'],
  ['http://notlocalhost/', 'all'],
  ['http://localhost@example.org/', 'all'],
  ['http://169.254.169.254/latest/meta-data', 'all'],
  ['http://0.0.0.0/', 'all'],
  ['ftp://127.0.0.1/'],
  ['file:///etc/passwd'],
  ['javascript:alert(1)'],
  ['no address'],
  ['http://127.0.0.1:4300/_standin/conditions/met', 'loopback', 'all'],
  ['http://127.0.0.1:4300/worlds/mine/production/_standin/conditions/not-met', 'loopback', 'all'],
  ['http://127.0.0.1:4300/_standin/reset'],
  ['http://127.0.0.1:4300/_standin'],
  ['http://127.0.0.1:4300/worlds/mine/_standin/clock'],
  ['http://127.0.0.1:4300/_standin/conditions/../reset'],
  ['http://127.0.0.1:4300/_standin/conditions/%2e%2e/reset'],
  ['http://127.0.0.1:4300/%5Fstandin/reset'],
  ['http://127.0.0.1:4300/_STANDIN/reset'],
  ['http://127.0.0.1:4300/_standin/conditions/met/more'],
  ['http://127.0.0.1:4300/apps/service/_standin/hooks/my-hook_1.a/', 'loopback', 'all'],
  ['http://127.0.0.1:4300/_standin/hooks/mine?a=/b', 'loopback', 'all'],
  ['http://127.0.0.1:4300/_standin/shipments/x/recipients/0%2F_standin%2Fhooks%2Fz'],
  ['http://127.0.0.1:4300/_standin/shipments/x/recipients/_standin/hooks/z'],
  ['http://127.0.0.1:4300/worlds/mine/_standin/conditions/x/_standin/conditions/met'],
  ['http://127.0.0.1:4300/_standin/records/a%2Fb%2F_standin/hooks/z'],
  ['http://127.0.0.1:4300/x/%255fstandin/reset'],
  ['http://127.0.0.1:4300/%2F_standin%2Freset'],
  ['http://127.0.0.1:4300/_standin/hooks/a%2F..%2F..%2Freset'],
  ['http://127.0.0.1:4300/_Standin/hooks/mine'],
  ['http://127.0.0.1:4300/%5fstandin/hooks/mine'],
]

for (const [url, ...allowed] of barriers) {
  rule('decisions §15', `${url} is called under: ${allowed.join(', ') || 'nothing'}`, () => {
    const open = (['loopback', 'all', 'off'] as const).filter((outbound) => createOutgoing(platform, outbound).barrier(url) === undefined)

    expect(open).toEqual(allowed)
  })
}

test('a reply has its status, headers and body', async () => {
  const { url, calls } = await outside(saying('{"a":"æ"}', 418))
  const called = await createOutgoing(platform, 'loopback').call(get(`${url}/a?b=c`, { authorization: 'Bearer x' }))

  expect(called).toMatchObject({ kind: 'reply', status: 418, headers: { 'content-type': 'application/json' } })
  expect(called.kind === 'reply' && new TextDecoder().decode(called.body)).toBe('{"a":"æ"}')
  expect(calls).toMatchObject([{ row: 'GET /a?b=c', headers: { authorization: 'Bearer x' } }])
})

rule('decisions §15', 'a call that may reach a control row says whose it is, and no other one does', async () => {
  const { url, calls } = await outside(saying('{}'))
  for (const path of ['/events', '/_standin/conditions/met', '/base/_standin/hooks/mine'])
    await createOutgoing(platform, 'loopback').call(get(url + path))

  expect(calls.map(({ headers }) => headers['x-standin-own-call'])).toEqual([undefined, 'true', 'true'])
})

test('a barred address is not called', async () => {
  const { url, calls } = await outside(saying('{}'))

  expect(await createOutgoing(platform, 'off').call(get(url))).toMatchObject({ kind: 'barred' })
  expect(await createOutgoing(platform, 'all').call(get(`${url}/_standin/reset`))).toMatchObject({ kind: 'barred' })
  expect(calls).toEqual([])
})

rule('decisions §15', 'five redirects are followed, and no sixth', async () => {
  const left = (path = '') => Number(path.slice(1))
  const { url, calls } = await outside((request, response) => {
    const more = left(request.url)
    if (more > 0) response.writeHead(307, { location: `/${more - 1}` })
    response.end()
  })
  const outgoing = createOutgoing(platform, 'loopback')

  expect(await outgoing.call(get(`${url}/5`))).toMatchObject({ kind: 'reply', status: 200 })
  expect(calls).toHaveLength(6)
  expect(await outgoing.call(get(`${url}/6`))).toEqual({ kind: 'failed', why: 'more than 5 redirects' })
  expect(calls).toHaveLength(12)
  expect(await outgoing.call({ ...get(`${url}/1`), redirects: 0 })).toMatchObject({ kind: 'reply', status: 307 })
})

for (const [where, called] of [
  ['ftp://127.0.0.1/', { kind: 'failed', why: 'a redirect to ftp://127.0.0.1/' }],
  ['file:///etc/passwd', { kind: 'failed' }],
  ['data:application/json,{"sendNotification":true}', { kind: 'failed' }],
  ['http://:-1', { kind: 'failed' }],
  ['https://example.org/', { kind: 'barred' }],
  ['/_standin/clock', { kind: 'barred', why: 'control rows are not called' }],
] as const) {
  rule('decisions §15', `a redirect to ${where} is not followed`, async () => {
    const { url, calls } = await outside(sendingTo(() => where))

    expect(await createOutgoing(platform, 'loopback').call(get(url))).toMatchObject(called)
    expect(calls).toHaveLength(1)
  })
}

test('a redirect to another host gets no token, one within the host does', async () => {
  const other = await outside(saying('{}'))
  const first = await outside(sendingTo(({ url = '' }) => (url === '/' ? '/next' : other.url)))
  await createOutgoing(platform, 'loopback').call(get(`${first.url}/`, { authorization: 'Bearer x', accept: 'application/json' }))

  expect(first.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer x', 'Bearer x'])
  expect(other.calls).toMatchObject([{ headers: { accept: 'application/json' } }])
  expect(other.calls[0]?.headers.authorization).toBeUndefined()
})

test('a name and password in an address are not sent', async () => {
  const { port, calls } = await outside(saying('{}'))
  const called = await createOutgoing(platform, 'loopback').call(get(`http://user:secret@127.0.0.1:${port}/`))

  expect(called).toMatchObject({ kind: 'reply', status: 200 })
  expect(calls[0]?.headers.authorization).toBeUndefined()
})

rule('decisions §15', 'a call waits ten seconds, all redirects together, and for 64 KiB', async () => {
  const asked: OutgoingRequest[] = []
  const { url } = await outside((request, response) => {
    if (request.url === '/') setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 60)
    else response.end('{}')
  })
  await createOutgoing(impatient(5_000, asked), 'loopback').call(get(url))

  expect(asked.map(({ limit }) => limit)).toEqual([65_536, 65_536])
  expect(asked[0]?.timeout).toBeGreaterThan(9_000)
  expect(asked[0]?.timeout).toBeLessThanOrEqual(10_000)
  expect(asked[1]?.timeout).toBeLessThanOrEqual((asked[0]?.timeout ?? 0) - 50)
})

for (const [what, begin] of [
  ['never answers', () => {}],
  ['begins to answer and goes no further', (_: unknown, response: { write(text: string): void }) => response.write('{')],
] as const) {
  test(`a call to an endpoint that ${what} fails`, async () => {
    const { url } = await outside(begin)

    expect(await createOutgoing(impatient(50), 'loopback').call(get(url))).toEqual({ kind: 'failed', why: 'no reply within 1 s' })
  })
}

for (const [what, bytes, kind] of [
  ['65,536 bytes are read', 65_536, 'reply'],
  ['one byte more is too much', 65_537, 'failed'],
] as const) {
  rule('decisions §15', what, async () => {
    const { url } = await outside(saying('x'.repeat(bytes)))

    expect(await createOutgoing(platform, 'loopback').call(get(url))).toMatchObject({ kind })
  })
}

rule('decisions §15', 'a name below localhost is this machine, also where the machine does not resolve it', async () => {
  const { url } = await outside(saying('here'))
  const address = url.replace('127.0.0.1', 'cases.localhost')

  expect(await createOutgoing(platform, 'loopback').call(get(address))).toMatchObject({ kind: 'reply', status: 200 })
})

rule('decisions §15', 'an endless reply is cut off', async () => {
  let sent = 0
  const { url } = await outside((_, response) => {
    const more = () => {
      while (!response.destroyed && sent < 1e9 && response.write('x'.repeat(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })

  expect(await createOutgoing(platform, 'loopback').call(get(url))).toEqual({
    kind: 'failed',
    why: 'the reply exceeds 65536 bytes',
    tooLong: 200,
  })
  await pause(50)
  expect(sent).toBeLessThan(1e8)
})

test('a call to a closed port fails with the reason', async () => {
  const called = await createOutgoing(platform, 'loopback').call(get('http://127.0.0.1:1/'))

  expect(called).toMatchObject({ kind: 'failed' })
})

rule('decisions §15', 'at most sixteen calls run at a time; the others wait', async () => {
  const held: (() => void)[] = []
  const { url, calls } = await outside((_, response) => void held.push(() => response.end()))
  const outgoing = createOutgoing(platform, 'loopback')
  const all = Array.from({ length: 40 }, (_, at) => outgoing.call(get(`${url}/${at}`)))
  const most: number[] = []
  for (let done = 0; done < 40; ) {
    await pause(30)
    most.push(held.length)
    done += held.length
    for (const end of held.splice(0)) end()
  }

  expect((await Promise.all(all)).every(({ kind }) => kind === 'reply')).toBe(true)
  expect(Math.max(...most)).toBe(16)
  expect(calls).toHaveLength(40)
})

test('closing aborts the running calls', async () => {
  const { url } = await outside(() => {})
  const outgoing = createOutgoing(platform, 'loopback')
  const called = outgoing.call(get(url))
  await pause(20)
  outgoing.close()

  expect(await called).toMatchObject({ kind: 'failed' })
})

test('a call that waits too long for its turn fails', async () => {
  const time = { ticks: 0 }
  const freed: (() => void)[] = []
  const slow: Platform = {
    ...platform,
    tick: () => time.ticks,
    call: () => new Promise((resolve) => freed.push(() => resolve({ status: 200, headers: {}, body: new Uint8Array() }))),
  }
  const outgoing = createOutgoing(slow, 'loopback')
  const calls = Array.from({ length: 17 }, () => outgoing.call(get('http://127.0.0.1/')))
  await pause(0)
  time.ticks = 60_001
  for (const free of freed) free()

  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual([...Array(16).fill('reply'), 'failed'])
})
