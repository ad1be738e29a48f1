/** The commands for contracts, as far as they need no broker. test/broker/ has the others. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Verified } from '../../../src/apps/contracts/verifying/judge.ts'
import { failure, misuse, run, runWithMemory } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'
import { manifestPact, pactsIn, served } from '../../support/pacts.ts'

const document = manifestPact('web', 'orders')
const wrong = { ...document, interactions: document.interactions.map((each) => ({ ...each, response: { status: 404 } })) }

test('verify starts a Standin and replays the pacts of a file and a folder', async () => {
  const folder = pactsIn({ 'web.json': document, 'app.json': manifestPact('app', 'orders') })

  expect(await run(['verify', folder, join(folder, 'app.json')])).toEqual({
    code: 0,
    out: '3 of 3 interactions passed in the spec dialect.\n',
    err: '',
  })
})

test('verify reads the folder pacts when no place is given', async () => {
  expect(await run(['verify'])).toMatchObject(misuse(/pacts does not exist\.\n$/))
})

test('verify ends with 1 when a contract is broken, and writes reports', async () => {
  const folder = pactsIn({ 'web.json': wrong })
  const { code, out, err } = await run(['verify', 'web.json', '--junit', 'out/junit.xml', '--report', 'out/report.json', '--json'], {
    folder,
  })

  expect({ code, err }).toEqual({ code: 1, err: '' })
  const report = JSON.parse(out)
  expect(report).toMatchObject({ ok: false, interactions: [{ consumer: 'web', why: ['status: expected 404 but was 200'] }], published: [] })
  expect(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))).toEqual(report)
  expect(readFileSync(join(folder, 'out/junit.xml'), 'utf8')).toContain('<failure message="status: expected 404 but was 200">')
})

test('a report never takes the place of what is read, or that of another report', async () => {
  const folder = folderWith({ 'real.yaml': '' })
  mkdirSync(join(folder, 'pacts'))
  writeFileSync(join(folder, 'pacts/web.json'), JSON.stringify(document))
  const verify = (...args: string[]) => run(['verify', ...args], { folder })
  const refused = (text: string) => ({ code: 2, err: expect.stringContaining(text), out: '' })
  expect(await verify('pacts/web.json', '--report', './pacts/web.json')).toMatchObject(
    refused('--report ./pacts/web.json would replace a verified file.'),
  )
  expect(await verify('--report', 'pacts/report.json')).toMatchObject(refused('would be in a pacts folder'))
  expect(await verify('--report', 'pacts/live/report.json')).toMatchObject(refused('would be in a pacts folder'))
  expect(await verify('--junit', 'real.yaml', '--environment', 'real.yaml')).toMatchObject(refused('would replace the --environment file.'))
  expect(await verify('--junit', 'one', '--report', 'one')).toMatchObject(
    refused('--junit and --report are the same file, one. Use different files.'),
  )
  expect(JSON.parse(readFileSync(join(folder, 'pacts/web.json'), 'utf8'))).toEqual(document)
  expect(await verify('--junit', 'pacts/report.xml')).toMatchObject({ code: 0 })
})

test('verify starts a Standin of the dialect', async () => {
  const refused = { description: 'a manifest without a token', status: 401 }
  const pactOf = (body: object) => ({
    ...document,
    interactions: [
      {
        type: 'Synchronous/HTTP',
        description: refused.description,
        request: { method: 'GET', path: '/future/shipment/1' },
        response: { status: 401, body: { content: body, contentType: 'application/json', encoded: false } },
      },
    ],
  })
  const folder = pactsIn({ 'web.json': pactOf({ status: 401 }) })

  expect((await run(['verify', folder])).code).toBe(0)
  expect((await run(['verify', folder, '--dialect', 'live'])).code).toBe(1)
})

test('verify asks Standin for its dialect where it runs already', async () => {
  const { url } = await served({ dialect: 'live' })
  const folder = pactsIn({ 'web.json': document })

  expect(await run(['verify', folder, '--provider-base-url', `${url}/worlds/mine`])).toMatchObject({
    code: 0,
    out: expect.stringContaining('in the live dialect.'),
  })
})

test('verify verifies another implementation, with tokens of a command', async () => {
  const { url } = await served()
  const folder = folderWith({
    'web.json': JSON.stringify(document),
    'token.mjs': `const { STANDIN_ORG_NO: orgNo, STANDIN_SCOPES: scopes } = process.env
      const reply = await fetch('${url}/api/GetEnterpriseToken?' + new URLSearchParams({ env: 'tt02', org: 'ttd', orgNo, scopes }))
      console.log(await reply.text())`,
    'none.mjs': "console.error('no key'); process.exit(3)",
  })
  const line = `verify web.json --provider-base-url ${url} --token-command`.split(' ')

  expect(await run([...line, `"${process.execPath}" token.mjs`], { folder })).toEqual({
    code: 0,
    out: '1 of 1 interactions passed in the spec dialect.\n',
    err: '',
  })
  expect(await run([...line, `"${process.execPath}" none.mjs`], { folder })).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /none\.mjs" ended with 3\. no key \(STANDIN_ORG_NO was 991825827, and STANDIN_SCOPES "altinn:serviceowner\/notifications\.create"\.\)/,
    ),
  })
})

test('a command that gave no token is asked again for the next interaction', async () => {
  const { url } = await served()
  const tokens = `${url}/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create`
  const { interactions } = manifestPact('web', 'orders')
  const folder = folderWith({
    'web.json': JSON.stringify({ ...document, interactions: [...interactions, ...manifestPact('web', 'orders', 'again').interactions] }),
    'token.mjs': `import { existsSync, writeFileSync } from 'node:fs'
      if (!existsSync('asked')) {
        writeFileSync('asked', '')
        throw new Error('It is too early.')
      }
      console.log(await (await fetch('${tokens}')).text())`,
  })
  const line = `verify web.json --provider-base-url ${url} --json --token-command`.split(' ')
  const { out } = await run([...line, `"${process.execPath}" token.mjs`], { folder })

  expect(JSON.parse(out).interactions.map(({ description, why }: Verified) => [description, ...why])).toEqual([
    ['a manifest', expect.stringMatching(/^Given "a notification is ordered" cannot be set up here\. Command .* ended with 1\./)],
    ['again'],
  ])
})

/** The command line, and what it says. */
const mistakes: readonly [line: string, said: RegExp][] = [
  ['verify .', /No pacts found in /],
  ['verify nowhere.json', /nowhere\.json does not exist\./],
  ['verify --selector rain', /--selector names "rain"\. Valid: mainBranch, /],
  ['verify --selector mainBrunch', /--selector names "mainBrunch"\. Did you mean mainBranch\?/],
  ['verify --selector branch', /--selector is "branch", which has no value\. Use branch=<branch>\./],
  ['verify --selector mainBranch=yes', /--selector is "mainBranch=yes", but mainBranch takes no value\./],
  ['verify --selector {x}', /--selector is "{x}", which is not JSON\./],
  ['verify --selector mainBranch', /No Pact Broker URL\. Use --broker-url, or set PACT_BROKER_BASE_URL\./],
  ['verify --token-command ./token', /--token-command needs --provider-base-url\./],
  ['verify --publish-results', /--publish-results needs pacts from a broker/],
  ['verify --selector mainBranch --broker-url http://127.0.0.1:1', /Selectors need a provider\. Specify its name\./],
  ['publish . --app-version 1 --broker-url http://127.0.0.1:1', / contains no pacts\./],
  ['publish', /The version is unknown: /],
  ['can-i-deploy --app-version 1', /Specify --pacticipant\./],
  ['can-i-deploy --pacticipant web --app-version 1', /Specify --to-environment\./],
  ['record-deployment --pacticipant web --app-version 1', /Specify --environment\./],
]

test.each(mistakes)('"standin %s" is misuse, and says why', async (line, said) => {
  expect(await run(line.split(' '))).toMatchObject(misuse(said))
})

test.each([
  'publish web.json --app-version 1',
  'can-i-deploy --pacticipant web --app-version 1 --to-environment test',
  'record-deployment --pacticipant web --app-version 1 --environment test',
  'verify --provider orders --selector mainBranch',
])('"standin %s" fails when the broker cannot be reached', async (line) => {
  const folder = pactsIn({ 'web.json': document })
  const asked = await run(line.split(' '), { folder, env: { PACT_BROKER_BASE_URL: 'http://127.0.0.1:9' } })

  expect(asked).toMatchObject(failure(/^standin: The Pact Broker at http:\/\/127\.0\.0\.1:9 cannot be reached /))
})

test('a dry run of publish shows what would be sent, calls nothing, and needs no broker', async () => {
  const calls: unknown[] = []
  const url = await otherServer((request, response) => {
    calls.push(request.url)
    response.end()
  })
  const folder = pactsIn({ 'web.json': document })
  const line = 'publish web.json --app-version 1.0.0 --branch main --build-url https://ci.example/7 --dry-run'
  const said = {
    code: 0,
    out: 'Would publish web 1.0.0 from branch main (https://ci.example/7): its pacts with orders.\n',
    err: '',
  }

  expect(await run(`${line} --broker-url ${url}`.split(' '), { folder })).toEqual(said)
  expect(await run(line.split(' '), { folder })).toEqual(said)
  const inPactsWords = `${line.replace('--app-version', '--consumer-app-version')} --auto-detect-version-properties --tag prod --broker-base-url ${url}`
  expect(await run(inPactsWords.split(' '), { folder })).toEqual(said)
  expect(await run(`${line} --consumer-app-version 1.0.0`.split(' '), { folder })).toEqual(said)
  expect(calls).toEqual([])
})

test.each(['', ' --token-command token'])('"standin verify --provider-base-url …%s" fails when nothing answers there', async (more) => {
  const folder = pactsIn({ 'web.json': document })

  expect(await run(`verify web.json --provider-base-url http://127.0.0.1:9${more}`.split(' '), { folder })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^standin: Cannot connect to http:\/\/127\.0\.0\.1:9: .+\n$/),
  })
})

test.each([
  ['{"consumer":\n  {"name": "we', '2:15: invalid JSON. The file ends too early.\n'],
  ['{"consumer":\n  name}', '2:4: invalid JSON.\n'],
])('publish and verify name the place where %j is not JSON', async (text, said) => {
  const folder = folderWith({ 'web.json': text })
  const line = 'publish web.json --app-version 1 --broker-url http://127.0.0.1:9'

  for (const asked of [line, 'verify web.json']) {
    expect(await run(asked.split(' '), { folder })).toMatchObject(misuse(`${join(folder, 'web.json')}:${said}`))
  }
})

test('publish refuses what is not a pact', async () => {
  const folder = folderWith({ 'web.json': '{"consumer":{}}' })
  expect(await run('publish web.json --app-version 1 --broker-url http://127.0.0.1:9'.split(' '), { folder })).toMatchObject(
    misuse(/web\.json is not a pact: consumer\.name /),
  )
})

test('a pact of many values is refused, and one of many mistakes is read up to the first', { timeout: 60_000 }, async () => {
  const listing = (count: number) => `{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[${'{},'.repeat(count)}{}]}`
  const folder = folderWith({ 'values.json': listing(3_000_000), 'mistakes.json': listing(2_000_000) })
  for (const command of ['verify', 'publish --app-version 1 --dry-run'])
    expect(await run([...command.split(' '), 'values.json'], { folder })).toMatchObject(
      misuse('values.json contains more than 2796202 values.'),
    )

  expect(await runWithMemory(800, ['verify', 'mistakes.json'], folder)).toMatchObject(misuse('interactions.0.description is missing.'))
})

test('states lists the givens with their parameters and values', async () => {
  const { code, out } = await run(['states'])
  const json = JSON.parse((await run(['states', '--json'])).out)

  expect(code).toBe(0)
  expect(out).toContain('an internal service cannot be reached\n  takes\n    service: ')
  expect(out).toMatch(
    /^a published file transfer exists\n {2}takes\n {4}content: string = "a given file"\n(?: {4}.*\n)+ {2}gives fileTransferId, token$/m,
  )
  expect(json.providerStates.map(({ state }: { state: string }) => state)).toContain('a notification is ordered')
})

test.each(['.', '..', '%2E.'])('no other page of a broker is reached by the name %j', async (name) => {
  const called: string[] = []
  const broker = await otherServer((request, response) => {
    called.push(`${request.method} ${request.url}`)
    const href = `http://${request.headers.host}/can-i-deploy/{pacticipant}/{version}/{environment}`
    response.end(JSON.stringify({ _links: { 'pb:can-i-deploy-pacticipant-version-to-environment': { href } } }))
  })
  const names = { pacticipant: 'web', 'app-version': '1', 'to-environment': 'production' }
  for (const changed of Object.keys(names)) {
    const args = Object.entries(names).flatMap(([flag, value]) => [`--${flag}`, flag === changed ? name : value])
    expect(await run(['can-i-deploy', ...args, '--broker-url', broker])).toMatchObject(
      misuse(`${JSON.stringify(name)}: a URL would treat it as a relative path.`),
    )
  }
  expect(new Set(called)).toEqual(new Set(['GET /']))
})

test.each([
  [200, 'text', 'is not Standin: '],
  [200, '"text"', 'is not Standin: '],
  [200, '{}', 'is not Standin: its reply contains no dialect.'],
  [500, '{"detail":"It rains."}', 'is not Standin: It rains.'],
])('a provider that answers %i with %s is not Standin, and is not called a defect of it', async (status, body, said) => {
  const provider = await otherServer((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  const folder = folderWith({ 'orders.json': JSON.stringify(document) })
  expect(await run(['verify', 'orders.json', '--provider-base-url', provider], { folder })).toMatchObject(
    misuse(`The server at ${provider} ${said}`),
  )
})

test('a provider that wants the token of its administrator says so', async () => {
  const far = await otherServer((_, response) => {
    response
      .writeHead(401, { 'content-type': 'application/problem+json', 'x-standin-misuse': '1' })
      .end('{"detail":"An admin token is needed."}')
  })
  const folder = folderWith({ 'orders.json': JSON.stringify(document) })
  const verified = run(['verify', 'orders.json', '--provider-base-url', far], { folder })
  expect(await verified).toMatchObject({ code: 2, err: 'standin: An admin token is needed.\n' })
})
