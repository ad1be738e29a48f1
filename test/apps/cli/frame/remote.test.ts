/** How commands reach a server, and what they say when it refuses. */
import { expect, onTestFinished, test } from 'vitest'
import { wholeList } from '../../../../src/apps/cli/frame/remote.ts'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { failure, misuse, run, serverForFile } from '../../../support/command-line.ts'
import { otherServer } from '../../../support/listen.ts'
import { owner, urn } from '../../../support/subscribers.ts'

const seen: string[] = []
const defects: unknown[] = []
const { url, inNewWorld } = await serverForFile({
  platform: { ...nodePlatform(), alarm: (defect) => void defects.push(defect) },
  around: (carrier) => (call) => {
    seen.push(`${call.method} ${call.url}`)
    return carrier(call)
  },
})
/** A server whose callers all come from another machine. */
const far = await serverForFile({ adminToken: 'secret', around: (carrier) => (call) => carrier({ ...call, isLocal: () => false }) })

test('a command reaches the world and the environment that it names', async () => {
  const { world, run: command } = inNewWorld()
  await command('journal', '--jobs', '--environment', 'production')
  await run(['scenario', 'show', 'outage-register', '--url', `${url}/`])

  expect(seen.slice(-2)).toEqual([
    `GET /worlds/${world}/production/_standin/journal?jobs=true&limit=1000`,
    'GET /_standin/scenarios/outage-register',
  ])
})

test('a world that is named replaces the one in the address', async () => {
  const { world, run: command } = inNewWorld()
  await command('worlds', 'put', world)
  await run(['clock', 'show', '--url', `${url}/worlds/elsewhere/production`, '--world', world])
  const { out } = await run(['worlds', 'put', world, '--url', `${url}/worlds/elsewhere`])

  expect(seen.at(-2)).toBe(`GET /worlds/${world}/_standin/clock`)
  expect(out).toBe(`World ${world} is at ${url}/worlds/${world}.\n`)
})

test('--json prints the reply of the simulator', async () => {
  const { run: command, knobs } = inNewWorld()
  await knobs.givens.arrange('a notification is delivered')
  await knobs.givens.arrange('a published file transfer exists')
  const replies = {
    outbox: knobs.outbox.list(),
    events: knobs.events.list(),
    'deliveries list': knobs.deliveries.list(),
    journal: knobs.journal.list(),
    'scenario list': await knobs.scenarios.list(),
    'scenario show outage-register': await knobs.scenarios.find('outage-register'),
    'clock show': knobs.clock.show(),
    state: knobs.state(),
  }

  for (const [line, reply] of Object.entries(replies)) {
    expect([line, (await command(...line.split(' '), '--json')).out]).toEqual([line, `${JSON.stringify(reply)}\n`])
  }
})

test('the admin token goes along, from the environment or the command line', async () => {
  expect((await run(['token', '--url', far.url], { env: { STANDIN_ADMIN_TOKEN: 'secret' } })).code).toBe(0)
  expect((await run(['token', '--url', far.url, '--admin-token', 'secret'])).code).toBe(0)
})

test('a missing admin token is misuse', async () => {
  expect(await run(['reset', '--url', far.url])).toEqual({
    code: 2,
    out: '',
    err:
      'standin: Calls to control rows from another machine need the admin token: Authorization: Bearer <token>. ' +
      'Pass it with --admin-token or STANDIN_ADMIN_TOKEN.\n',
  })
})

test('a call that the server finds wrong is misuse', async () => {
  const { run: command } = inNewWorld()

  expect(await command('journal', '--code', 'NOT-9')).toMatchObject(misuse(/^standin: query\.code: unknown value "NOT-9"\. Valid: /))
  expect(await run(['reset', '--url', url, '--world', 'NO'])).toMatchObject(misuse('"NO" is not a world name'))
})

test('a call that comes at the wrong time is a failure', async () => {
  const { run: command, client, knobs } = inNewWorld()
  await client.call('events.createSubscription', { as: owner, body: { endPoint: 'https://example.org/hook', resourceFilter: urn } })
  await knobs.advance({ by: 1_000 })
  const [delivery] = knobs.deliveries.list().deliveries

  expect(await command('deliveries', 'resend', delivery?.id ?? '')).toMatchObject(
    failure(/^standin: .* Use a different endPoint, or start with --outbound all\. \(409 at http:/),
  )
})

test('a defect of the server is a failure', async () => {
  const { run: command, knobs } = inNewWorld()
  const { outbox } = knobs
  const { list } = outbox
  onTestFinished(() => void Object.assign(outbox, { list }))
  Object.assign(outbox, { list: () => expect.fail('the inside') })

  expect(await command('outbox')).toMatchObject(failure(/^standin: This is a bug in Standin, .* \(500 at http:/))
  expect(defects.splice(0)).toHaveLength(1)
})

test.each([
  [404, '<h1>Not Found</h1>', 'The server returned 404. Is Standin running at'],
  [404, '{"error":"Not Found"}', 'The server returned 404. Is Standin running at'],
  [200, 'Hello!', 'The server returned 200, but the reply is not from Standin. Is Standin running at'],
])('a server that is not Standin and answers %i with %s is a failure', async (status, body, said) => {
  const other = await otherServer((_req, res) => void res.writeHead(status).end(body))

  expect(await run(['token', '--url', other])).toEqual({ code: 1, out: '', err: `standin: ${said} ${other}/_standin/tokens?\n` })
})

test('when nothing answers, the message says what was tried and how to start', async () => {
  const nowhere = 'http://127.0.0.1:1'
  const { code, err } = await run(['reset', '--url', nowhere])

  expect(code).toBe(1)
  expect(err).toMatch(/^standin: Cannot connect to http:\/\/127\.0\.0\.1:1 \(tried POST http:\/\/127\.0\.0\.1:1\/_standin\/reset: /)
  expect(err).toContain('Start Standin with "standin start", or specify its URL with --url or STANDIN_URL.\n')
})

test('a server that gives the same page again, or says of none that more follow, ends no list late', async () => {
  const asked: unknown[] = []
  const read = (next: string | null | undefined) => async (page: object) => {
    asked.push(page)
    return { items: ['a'], next: next as string | null }
  }

  expect((await wholeList('items', read('same'))).items).toEqual(['a', 'a'])
  expect((await wholeList('items', read(undefined))).items).toEqual(['a'])
  expect(asked).toEqual([{}, { after: 'same' }, {}])
})

const controlled = ['scenarios', 'files', 'outbox', 'clock', 'state', 'worlds', 'journal', 'journal show 1', 'verdict']

test.each(controlled)('"standin %s" says that a server which answers otherwise is not Standin', async (line) => {
  for (const text of ['"text"', '[]', '{}', '{"next":null,"journal":"text","worlds":"text","scenarios":5,"entries":1}', '']) {
    const other = await otherServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text))
    const { code, out, err } = await run([...line.split(' '), '--url', other])
    expect([text, code, out]).toEqual([text, 1, ''])
    expect(err).toMatch(/^standin: .* is not from Standin\. Is Standin running (?:there|at http:\S+)\?\n$/)
  }
})

test.each(['text', '{}', '5'])('events that Standin does not send are said to be none of its own: %s', async (data) => {
  const other = await otherServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${data}\n\n`),
  )
  expect(await run(['journal', '--follow', '--url', other])).toMatchObject(failure('Is Standin running'))
})
