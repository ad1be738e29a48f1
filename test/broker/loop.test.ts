/** The loop of contracts with a real Pact Broker: publish, verify, publish the results, ask, deploy. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { askBroker, brokenProvider, standinWithBroker, withBroker } from '../support/broker-loop.ts'
import { folderWith } from '../support/folder.ts'
import { manifestPact, pactsIn } from '../support/pacts.ts'

const folder = () => folderWith()

withBroker('a kept contract may be deployed, and a provider that breaks it may not', async () => {
  const pacts = pactsIn({ 'web.json': manifestPact('web', 'orders') })
  const published = await standinWithBroker(`publish ${pacts} --app-version 1.0.0 --branch main --build-url https://ci.example/1`)
  expect(published).toMatchObject({ code: 0, err: '' })
  expect(published.out).toMatch(
    /^Published web 1\.0\.0 from branch main \(https:\/\/ci\.example\/1\): its pacts with orders\.\n {2}Pact successfully published/,
  )

  const early = await standinWithBroker('can-i-deploy --pacticipant web --app-version 1.0.0 --to-environment production')
  expect(early).toMatchObject({ code: 1, out: expect.stringMatching(/^No\. There is no verified pact /) })

  const verifying = 'verify --provider orders --selector mainBranch --selector deployedOrReleased --publish-results --branch main'
  const good = await standinWithBroker(`${verifying} --app-version 2.0.0`)
  expect(good).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('1 of 1 interactions passed in the spec dialect.\nPublished the result: http'),
  })
  expect(await standinWithBroker('record-deployment --pacticipant orders --app-version 2.0.0 --environment production')).toEqual({
    code: 0,
    out: 'Recorded orders 2.0.0 as deployed to production.\n',
    err: '',
  })
  const allowed = await standinWithBroker('can-i-deploy --pacticipant web --app-version 1.0.0 --to-environment production')
  expect(allowed).toMatchObject({ code: 0, out: expect.stringMatching(/^Yes\. .*\nCONSUMER .*\nweb +1\.0\.0 +orders +2\.0\.0 +yes\n$/) })
  // The broker asks only for consumers that are deployed.
  await standinWithBroker('record-deployment --pacticipant web --app-version 1.0.0 --environment production')

  const bad = await standinWithBroker(`${verifying} --app-version 2.1.0 --provider-base-url ${await brokenProvider()}`)
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(
    /0 of 1 interactions passed in the spec dialect.*FAILED web: a manifest.*following keys: status.*Published the result: http/s,
  )
  const refused = await standinWithBroker('can-i-deploy --pacticipant orders --app-version 2.1.0 --to-environment production --json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.out)).toMatchObject({
    ok: false,
    matrix: [{ consumer: 'web', consumerVersion: '1.0.0', provider: 'orders', providerVersion: '2.1.0', success: false }],
  })
  expect((await standinWithBroker('can-i-deploy --pacticipant orders --app-version 2.0.0 --to-environment production')).code).toBe(0)
})

withBroker('a state that cannot be arranged is published as a failure, with its reason', async () => {
  const document = manifestPact('lost', 'lost-orders')
  const [interaction] = document.interactions
  const pacts = pactsIn({ 'lost.json': { ...document, interactions: [{ ...interaction, providerStates: [{ name: 'it rains' }] }] } })
  await standinWithBroker(`publish ${pacts} --app-version 1 --branch main`)

  const verified = await standinWithBroker(
    'verify --provider lost-orders --selector mainBranch --publish-results --app-version 2 --branch main --json',
  )
  const { published } = JSON.parse(verified.out) as { published: readonly string[] }
  const result = await askBroker('GET', published[0] ?? '')

  expect(verified.code).toBe(1)
  expect(result).toMatchObject({
    success: false,
    providerApplicationVersion: '2',
    verifiedBy: { implementation: 'Standin' },
    testResults: [
      {
        interactionId: expect.stringMatching(/^[0-9a-f]{40}$/),
        success: false,
        mismatches: [{ description: expect.stringContaining('Unknown given: "it rains".') }],
      },
    ],
  })
})

withBroker('a pact that the provider never kept to may fail when pending pacts are on', async () => {
  const pacts = pactsIn({ 'new.json': manifestPact('new', 'new-orders') })
  await standinWithBroker(`publish ${pacts} --app-version 1 --branch main`)
  const verifying = `verify --provider new-orders --selector mainBranch --branch main --provider-base-url ${await brokenProvider()}`

  expect((await standinWithBroker(verifying)).code).toBe(1)
  expect(await standinWithBroker(`${verifying} --enable-pending`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('PENDING new: a manifest'),
  })
})

withBroker('a pact is verified by its address', async () => {
  const pacts = pactsIn({ 'direct.json': manifestPact('direct', 'direct-orders') })
  await standinWithBroker(`publish ${pacts} --app-version 1 --branch main`)
  const { _links } = (await askBroker('GET', '/pacticipants/direct/versions/1')) as { _links: { 'pb:pact-versions': [{ href: string }] } }

  expect(await standinWithBroker(`verify ${_links['pb:pact-versions'][0].href}`)).toEqual({
    code: 0,
    out: '1 of 1 interactions passed in the spec dialect.\n',
    err: '',
  })
})

withBroker('reports go to files', async () => {
  const pacts = pactsIn({ 'told.json': manifestPact('told', 'told-orders') })
  const where = folder()
  await standinWithBroker(`verify ${pacts} --junit out/pacts.xml --report out/pacts.json`, where)

  const read = (name: string) => readFileSync(join(where, 'out', name), 'utf8')
  expect(read('pacts.xml')).toContain('<testsuite name="told" tests="1" failures="0" errors="0" skipped="0">')
  expect(JSON.parse(read('pacts.json'))).toMatchObject({ ok: true, interactions: [{ consumer: 'told', why: [] }] })
})

/** What the broker does not know, and how the message says so. */
withBroker.each([
  ['verify --provider nobody --selector mainBranch', /No provider with name 'nobody' found/],
  ['verify --provider web --selector branch=rain', /The selectors match no pact with web: \[{"branch":"rain"}\]\./],
  ['can-i-deploy --pacticipant web --app-version 1.0.0 --to-environment moon', /environment with name 'moon' does not exist/],
  ['record-deployment --pacticipant web --app-version 77 --environment production', /The broker contains no version 77 of web\. Publish /],
])('"standin %s" is misuse', async (line, said) => {
  await standinWithBroker(`publish ${pactsIn({ 'web.json': manifestPact('web', 'orders') })} --app-version 1.0.0 --branch main`)

  expect(await standinWithBroker(line)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) })
})
