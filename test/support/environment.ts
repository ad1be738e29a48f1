/** Starts the second implementation, with its environment file and commands. */
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { command } from './command-line.ts'
import { folderWith } from './folder.ts'
import { type DoubleTerms, startDouble } from './real-implementation/double.ts'
import { organizations, resources } from './real-implementation/register.ts'
import { altinnClaims, sign } from './real-implementation/tokens.ts'

const implementation = join(import.meta.dirname, 'real-implementation')
const node = `"${process.execPath}"`
export const subscriptionKey = 'a-key-of-the-gateway'

/** A provider team's script that operates the test doubles behind the team's service. */
const stateProgram = `
const { STANDIN_STATE: state, STANDIN_ACTION: action, STANDIN_PARAMS: text, SWITCHES: base } = process.env
const on = action === 'setup'
const { service, operation, nationalIdentityNumber, orgNumber, email, mobile } = JSON.parse(text)
const lists = email ? { emails: [email], mobiles: [mobile] } : { emails: [], mobiles: [] }
const [what, body] = {
  'an internal service cannot be reached': ['outage', { service, on }],
  'a rate limit is used up': ['limits', { operation, on }],
  'calls are cancelled': ['cancelled', { on }],
}[state] ?? ['contacts', { number: nationalIdentityNumber ?? orgNumber, ...lists }]
const reply = await fetch(base + '/double/' + what, { method: 'POST', body: JSON.stringify(body) })
if (!reply.ok) throw new Error(await reply.text())
`

const byCommand = [
  'an internal service cannot be reached',
  'a rate limit is used up',
  'calls are cancelled',
  'a person has contact information',
  'a person has no contact information',
  'an organization has contact information',
  'an organization has no contact information',
]

/** The recipients in the contracts, and their replacements in the implementation. */
const recipients = {
  'someone@example.org': 'test@example.net',
  'recipient@example.org': 'other@example.net',
  '+4799999999': '+4799999998',
  '12838590150': '12838590150',
  '02838039440': '02838039440',
  '375969076': '375969076',
}

/** Starts the second implementation. `change`: edits the environment file's document. */
export async function environmentOf(terms: Partial<DoubleTerms> = {}, change: (document: Written) => object = (document) => document) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { addresses, close } = await startDouble({ key, scanSeconds: 0.2, orderSeconds: 0.5, eventSeconds: 0.1, subscriptionKey, ...terms })
  onTestFinished(close)
  const headers = { 'Ocp-Apim-Subscription-Key': { command: 'cat gateway.key' } }
  const token = { command: `${node} "${join(implementation, 'token.ts')}" key.pem` }
  const { creator, otherCreator, sender, recipient, stranger } = organizations
  const maskinporten = {
    clientId: sender.clientId,
    key: { file: 'key.pem' },
    tokenUrl: `${addresses.authentication}/token`,
    audience: `${addresses.authentication}/`,
  }
  const byProgram = { setup: `${node} state.mjs`, teardown: `${node} state.mjs` }
  const document = {
    name: 'double',
    addresses: {
      notifications: { url: `${addresses.notifications}/notifications/api/v1` },
      fileTransfer: { url: `${addresses.fileTransfer}/broker/api/v1`, headers },
      events: { url: `${addresses.events}/events/api/v1`, headers },
      authentication: { url: `${addresses.authentication}/authentication/api/v1` },
    },
    callers: {
      creator: { orgNo: creator.orgNo, org: creator.code, token },
      orderStranger: { orgNo: otherCreator.orgNo, org: otherCreator.code, token },
      sender: { orgNo: sender.orgNo, token: { maskinporten } },
      recipient: { orgNo: recipient.orgNo, token },
      fileStranger: { orgNo: stranger.orgNo, token },
    },
    resources: { 'standin-plain': resources[0]?.id },
    recipients,
    states: Object.fromEntries(byCommand.map((state) => [state, byProgram])),
  }
  const switches = `process.env.SWITCHES = ${JSON.stringify(addresses.fileTransfer)}\n`
  const folder = folderWith({
    'key.pem': key,
    'gateway.key': subscriptionKey,
    'state.mjs': switches + stateProgram,
    'real.yaml': stringify(change(document)),
  })
  /** Lists the recipient's subscriptions. */
  async function subscriptions(): Promise<unknown> {
    const claims = altinnClaims({ orgNo: recipient.orgNo, scope: 'altinn:events.subscribe' })
    const sent = { authorization: `Bearer ${sign(claims, key)}`, 'Ocp-Apim-Subscription-Key': subscriptionKey }
    const reply = await fetch(`${addresses.events}/events/api/v1/subscriptions`, { headers: sent })
    return ((await reply.json()) as { subscriptions: unknown }).subscriptions
  }
  return { folder, subscriptions }
}

export type Written = Readonly<Record<string, object | string>>

/** Runs `standin states serve` for an environment. Returns the folder and the server's URL. */
export async function servedStates(change?: (document: Written) => object, ...more: string[]) {
  const { folder } = await environmentOf({}, change)
  const args = [command, 'states', 'serve', '--environment', 'real.yaml', '--port', '0', '--json', ...more]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { folder, url: (JSON.parse(line) as { url: string }).url }
}
