/** Contracts verified against an implementation that is not Standin, by the command of its users. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Interaction } from '../../../src/apps/contracts/verifying/pact-files.ts'
import type { Verification } from '../../../src/apps/contracts/verifying/verify.ts'
import { command, run } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'
import { manifestPact, pact, pactsIn, shipmentPath } from '../../support/pacts.ts'
import type { BreakName } from '../../support/real-implementation/breaks.ts'
import { notificationHost } from '../../support/real-implementation/double.ts'
import { importsOf, readFolders } from '../../support/source.ts'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const contract = pathOf('../../../pacts/notifications-integrator-notification-and-file-transfer-service.json')
const implementation = pathOf('../../support/real-implementation')

/** Notifications of the second service at the paths of the specification, and the command that prints its tokens. */
async function start(breaks?: BreakName) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const url = await otherServer(notificationHost({ publicKey, prefix: '', orderSeconds: 1, breaks }))
  const folder = folderWith({ 'key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
  const tokenCommand = `"${process.execPath}" "${join(implementation, 'token.ts')}" key.pem`
  return { folder, line: ['--provider-base-url', url, '--token-command', tokenCommand, '--json'] }
}

async function verify(breaks?: BreakName): Promise<{ code: number } & Verification> {
  const { folder, line } = await start(breaks)
  const { code, out } = await run(['verify', contract, ...line], { folder })
  return { code, ...JSON.parse(out) }
}

const nameOf = ({ description, given }: Interaction) => (given.length > 0 ? `${description}, given ${given.join(', ')}` : description)
const failed = ({ interactions }: Verification) => interactions.filter(({ why }) => why.length > 0)

test('a second service shares no code with Standin', () => {
  const imports = readFolders('test/support/real-implementation').flatMap(importsOf)

  expect(imports).toContainEqual(expect.objectContaining({ path: 'test/support/real-implementation/tokens.ts' }))
  expect(
    imports.filter(({ path, package: name = '' }) => !path?.startsWith('test/support/real-implementation/') && !name.startsWith('node:')),
  ).toEqual([])
})

test('a second service keeps every interaction that calls alone bring about, and the others are left out by name', async () => {
  const verification = await verify()

  expect(failed(verification)).toEqual([])
  expect(verification).toMatchObject({ code: 0, ok: true })
  expect(verification.interactions).toHaveLength(18)
  expect(verification.leftOut.map(nameOf)).toEqual([
    'a request for a delivery manifest, given a notification is ordered, an internal service cannot be reached',
    'a request for a delivery manifest, given a notification is ordered, calls are cancelled',
    'an order, given a caller may order notifications, calls are cancelled',
    'an order to a person, given a caller may order notifications, a person has contact information',
    'an order to a person, given a caller may order notifications, a person has contact information, an internal service cannot be reached',
    'an order to a person, given a caller may order notifications, a person has no contact information',
    'an order to an organization, given a caller may order notifications, an organization has contact information',
    'an order to an organization, given a caller may order notifications, an organization has no contact information',
  ])
  expect(verification.leftOut.map(({ why }) => why)).toEqual(Array(8).fill(expect.stringMatching(/^calls cannot set up "/)))
})

interface Break {
  /** The interactions that no longer hold. */
  readonly names: readonly string[]
  /** What is said of each. */
  readonly why: string
}

const breaks: Readonly<Partial<Record<BreakName, Break>>> = {
  'missing-reminders': {
    names: ['an order with a reminder, given a caller may order notifications'],
    why: 'reminders',
  },
  'replay-201': {
    names: ['the same order again, given a notification is ordered'],
    why: 'status: expected 200 but was 201',
  },
  'wrong-shipment-code': {
    names: [
      'a request for a delivery manifest of another organization, given a notification is ordered',
      'a request for a delivery manifest that does not exist, given a caller may order notifications',
    ],
    why: 'body $.code',
  },
  'errors-as-texts': {
    names: [
      'an order to an address that is not an email address, given a caller may order notifications',
      'an order without an idempotencyId, given a caller may order notifications',
    ],
    why: 'body $.errors',
  },
  'cancel-completes': {
    names: ['a request for a delivery manifest, given a notification is cancelled'],
    why: 'body $.status',
  },
}

test('a second service that is broken in five ways fails five verifications, each of which names its interactions', async () => {
  const verifications = await Promise.all((Object.keys(breaks) as BreakName[]).map(async (way) => [way, await verify(way)] as const))
  const found = verifications.map(([way, verification]) => [
    way,
    {
      code: verification.code,
      interactions: failed(verification).map((each) => [nameOf(each), each.why.join('; ')]),
    },
  ])
  const expected = Object.entries(breaks).map(([way, { names, why }]) => [
    way,
    { code: 1, interactions: names.map((name) => [name, expect.stringContaining(why)]) },
  ])

  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(found).toHaveLength(5)
})

test('a state that never comes about fails its own interaction with the reason, and the process ends', async () => {
  const { folder, line } = await start('stuck-orders')
  const delivered = { ...manifestPact('web', 'orders', 'a delivered manifest'), consumer: { name: 'app' } }
  for (const each of delivered.interactions) Object.assign(each, { providerStates: [{ name: 'a notification is delivered' }] })
  const stranger = { description: 'a manifest without a token', path: shipmentPath, status: 401 }
  const pacts = pactsIn({ 'app.json': delivered, 'web.json': pact('web', stranger, { ...stranger, description: 'again' }) })
  const started = performance.now()
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    const args = [command, 'verify', pacts, ...line, '--state-timeout', '1500ms']
    execFile(process.execPath, args, { cwd: folder, timeout: 25_000 }, (failed, stdout) => resolve({ code: failed?.code, out: stdout }))
  })

  expect(code).toBe(1)
  expect((JSON.parse(out) as Verification).interactions.map(({ description, why }) => [description, ...why])).toEqual([
    [
      'a delivered manifest',
      expect.stringMatching(
        /^Given "a notification is delivered" cannot be set up here\. It was not ready in time\. notifications\.getShipment returned 200: .*"status":"Order_Registered"/,
      ),
    ],
    ['a manifest without a token'],
    ['again'],
  ])
  // Pact would wait for 30 seconds, and Standin for 300 looks.
  expect(performance.now() - started).toBeLessThan(25_000)
})
