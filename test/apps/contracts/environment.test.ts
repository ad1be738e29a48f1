/** Contracts verified against a real implementation by the file of its environment: other hosts, organizations, resources and ids. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Interaction } from '../../../src/apps/contracts/verifying/pact-files.ts'
import type { Verification } from '../../../src/apps/contracts/verifying/verify.ts'
import { freePort } from '../../../src/persistence/stored-worlds.ts'
import { run } from '../../support/command-line.ts'
import { environmentOf, subscriptionKey, type Written } from '../../support/environment.ts'
import { folderWith } from '../../support/folder.ts'
import { pact, pactsIn } from '../../support/pacts.ts'
import type { BreakName } from '../../support/real-implementation/breaks.ts'

const pacts = fileURLToPath(new URL('../../../pacts', import.meta.url))
const sender = join(pacts, 'file-transfer-sender-notification-and-file-transfer-service.json')
const recipient = join(pacts, 'file-transfer-recipient-notification-and-file-transfer-service.json')

async function verify(folder: string, places: readonly string[], ...more: string[]): Promise<{ code: number; err: string } & Verification> {
  const { code, out, err } = await run(['verify', ...places, '--environment', 'real.yaml', '--json', ...more], { folder })
  return { code, err, ...(out === '' ? {} : JSON.parse(out)) }
}

const nameOf = ({ description, given }: Interaction) => [description, ...given].join(', given ')
const failed = ({ interactions }: Verification) => interactions.filter(({ why }) => why.length > 0)

test('a real implementation keeps every contract that can hold there, events too', { timeout: 300_000 }, async () => {
  const { folder, subscriptions } = await environmentOf()
  const port = await freePort('127.0.0.1')
  const webhooks = ['--webhook-address', `http://127.0.0.1:${port}`, '--webhook-port', String(port)]
  const verification = await verify(folder, [pacts], '--report', 'report.json', ...webhooks)

  expect(failed(verification)).toEqual([])
  expect(verification).toMatchObject({ code: 0, ok: true, environment: 'double' })
  expect(verification.interactions.length).toBeGreaterThan(220)
  const others = verification.leftOut.filter(({ why }) => why !== 'it is for the live dialect')
  expect(others.map(({ why, given }) => [given.at(-1), why])).toEqual([
    ['an expired file transfer exists', 'calls cannot set up "an expired file transfer exists"'],
    ['an expired file transfer exists', 'calls cannot set up "an expired file transfer exists"'],
  ])
  // What caught the events is taken back, also when the run took longer than a state may. Those that are left belong to states and contracts.
  for (const each of (await subscriptions()) as object[]) expect(each).toMatchObject({ typeFilter: 'no.altinn.broker.published' })
  // No secret reaches the report.
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).not.toContain(subscriptionKey)
})

/** A published contract with these of its interactions only, so that a run is short. */
function contractOf(file: string, descriptions: RegExp): string {
  const { interactions, ...document } = JSON.parse(readFileSync(file, 'utf8')) as { interactions: { description: string }[] }
  return pactsIn({ 'pact.json': { ...document, interactions: interactions.filter(({ description }) => descriptions.test(description)) } })
}

/** How many interactions a break fails, and what is said of each. */
const breaks: Readonly<Partial<Record<BreakName, readonly [count: number, why: string]>>> = {
  'undocumented-status': [1, 'status: expected 404 but was 410'],
  'missing-member': [4, 'body $: Actual map is missing the following keys: recipients'],
  'other-code': [1, "body $.code: Expected 'BRO-00003' (String) to be equal to 'BRO-00010' (String)"],
}

test('three breaks are named as the fault of the real implementation', { timeout: 300_000 }, async () => {
  const contract = contractOf(
    recipient,
    /^(?:a request for the content of a file that does not exist|the confirmation of a download|a search.*)$/,
  )
  const overview = contractOf(sender, /^a request of its sender for a file transfer$/)
  const pacts = [contract, overview]
  const { folder: before } = await environmentOf()
  await verify(before, pacts, '--report', 'report.json')
  const baseline = join(before, 'report.json')

  for (const [name, [count, why]] of Object.entries(breaks)) {
    const { folder } = await environmentOf({ breaks: name as BreakName })
    const verification = await verify(folder, pacts, '--fail-on', 'provider', '--baseline', baseline)

    expect([name, verification.code, failed(verification).map((one) => [one.fault, ...one.why])]).toEqual([
      name,
      1,
      Array(count).fill(['provider', why]),
    ])
  }
})

const confirming = () => contractOf(recipient, /^the confirmation of a download$/)

test('a documented reply that differs is the fault of the simulator, and a contract that fails here too is wrong itself', {
  timeout: 300_000,
}, async () => {
  const { folder } = await environmentOf({ breaks: 'other-code' })
  const wrong = pactsIn({
    'web.json': pact('web', {
      description: 'a manifest with a colour',
      given: [{ name: 'a notification is ordered' }],
      path: '/future/shipment/{shipmentId}',
      status: 200,
      body: { status: 'Order_Registered', colour: 'red' },
    }),
  })
  const verification = await verify(folder, [confirming(), wrong])

  expect([verification.code, failed(verification).map((one) => [nameOf(one), one.fault])]).toEqual([
    1,
    [
      ['the confirmation of a download, given a confirmed file transfer exists', 'simulator'],
      ['a manifest with a colour, given a notification is ordered', 'contract'],
    ],
  ])
  const provider = await run(['verify', confirming(), wrong, '--environment', 'real.yaml', '--fail-on', 'provider'], { folder })
  expect(provider.code).toBe(0)
  expect(provider.out).toContain('the simulator is wrong: it differs from the real implementation where the consumer relies on it')
})

test('what the file lacks is said before anything is called, with who needs it', async () => {
  const lacking = ({ callers, ...document }: Written) => {
    const { creator, orderStranger, sender, recipient } = callers as Record<string, object>
    return { ...document, callers: { creator, orderStranger, sender, recipient }, resources: {}, recipients: {} }
  }
  const { folder } = await environmentOf({}, lacking)
  const { code, err } = await verify(folder, [pacts])

  expect(code).toBe(2)
  expect(err).toContain('double does not contain all settings that the contracts need. Add them, or skip the states that need them.')
  expect(err).toMatch(/resources\.standin-plain: \d+ interactions from .*file-transfer-sender.* need it\./)
  expect(err).toMatch(/callers\.fileStranger: \d+ interactions from /)
  expect(err).toMatch(/recipients\.someone@example\.org: \d+ interactions from .*notifications-integrator.* need it\./)
})

/** A change of the file, and what is said of the interactions that it leaves out. */
const leftOut: Readonly<Record<string, readonly [change: (document: Written) => object, why: string]>> = {
  'a skipped state': [
    (document) => ({ ...document, skip: { 'a file with malware is uploaded': 'every scan is clean' } }),
    'double skips "a file with malware is uploaded": every scan is clean',
  ],
  'two callers that are one there': [
    ({ callers, ...document }) => {
      const all = callers as { sender: object; fileStranger: object }
      return { ...document, callers: { ...all, fileStranger: all.sender } }
    },
    'its callers sender and fileStranger both map to 321077552',
  ],
}

test.each(Object.entries(leftOut))('%s leaves its interactions out by name', { timeout: 300_000 }, async (_, [change, why]) => {
  const { folder } = await environmentOf({}, change)
  const verification = await verify(folder, [contractOf(sender, /file transfer$|of others$/)])

  expect(verification.leftOut.map((one) => one.why)).toContain(why)
  expect(failed(verification)).toEqual([])
})

/** A text of YAML, and the place and the mistake that are named. */
const mistakes: Readonly<Record<string, readonly [yaml: string, message: string]>> = {
  'a secret in the file': [
    'addresses:\n  events: { url: "http://h.example", headers: { X-Api-Key: abc } }',
    'real.yaml:2:49: the value of X-Api-Key is a secret. Write { variable: <NAME> } or { command: <command> }.',
  ],
  'a password in an address': [
    'addresses:\n  events: { url: "http://u:p@h.example" }',
    'real.yaml:2:13: addresses.events.url is not a URL such as ',
  ],
  'a misspelt caller': ['addresses: {}\ncallers:\n  sendr: {}', 'real.yaml:3:3: callers.sendr is unknown. Did you mean sender?'],
  'a misspelt state': [
    'addresses: {}\nskip: { calls are canceled: no }',
    'real.yaml:2:9: "calls are canceled" is not a provider state. Did you mean calls are cancelled?',
  ],
  'an empty file': ['', 'real.yaml: the file is not an object.'],
  'a file without addresses': ['name: test', 'real.yaml:1:1: addresses is missing.'],
  'another dialect': ['dialect: life\naddresses: {}', 'real.yaml:1:1: dialect must be one of spec, live.'],
  'a number without quotes': ['addresses: {}\nrecipients: { 02838039440: a }', 'put numbers in quotes, so that YAML preserves their zeros'],
}

test.each(Object.entries(mistakes))('%s is refused with its place', async (_, [yaml, message]) => {
  const folder = folderWith({ 'real.yaml': yaml })
  const { code, err } = await run(['verify', sender, '--environment', 'real.yaml'], { folder })

  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a variable that is not set is named, and its value reaches no message', async () => {
  const withVariable = ({ addresses, ...document }: Written) => ({
    ...document,
    addresses: { ...(addresses as object), events: { url: 'http://127.0.0.1:1', headers: { 'X-Api-Key': { variable: 'NO_SUCH_KEY' } } } },
  })
  const { folder } = await environmentOf({}, withVariable)
  const { code, err } = await verify(folder, [sender])

  expect([code, err]).toEqual([2, expect.stringContaining('The variable NO_SUCH_KEY is not set.')])
})

test('the template of "standin states --mapping" can be read', async () => {
  const { out } = await run(['states', '--mapping'])
  const folder = folderWith({ 'real.yaml': out.replaceAll('variable: NOTIFICATIONS_KEY', 'variable: NO_SUCH_KEY') })
  const { code, err } = await run(['verify', sender, '--environment', 'real.yaml'], { folder })

  expect([code, err]).toEqual([2, expect.stringContaining('The variable NO_SUCH_KEY is not set.')])
})
