/** Writes images of the dashboard with synthetic data to docs/dashboard/ (`npm run dashboard:pictures`, with Chromium). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { startSimulator } from '../src/index.ts'
import { createClient } from '../src/service/areas/client.ts'
import { buildDashboard } from './build-dashboard.ts'
import { findChromium, howToInstallChromium } from './chromium.ts'
import { smallPng } from './small-png.ts'

const folder = resolve(import.meta.dirname, '../docs/dashboard')
const start = '2026-06-01T10:00:00Z'

type Running = Awaited<ReturnType<typeof startSimulator>>
type Client = ReturnType<typeof clientOf>

const clientOf = ({ simulator, url }: Running) =>
  createClient({
    base: url,
    send: (request) => fetch(request),
    token: async (as) => (await simulator.token(as)).token,
    wait: async () => void (await simulator.advance({ by: 1_000 })),
  })

const letter = (name: string) => `
  <div style="font-family: sans-serif; max-width: 34rem; margin: 0 auto; color: #1d2a30">
    <div style="background: #0f766e; color: #ffffff; padding: 1rem 1.4rem; border-radius: 8px 8px 0 0; font-size: 1.2rem">Your inbox</div>
    <div style="border: 1px solid #dce2e5; border-top: 0; padding: 1.2rem 1.4rem; border-radius: 0 0 8px 8px">
      <p>Dear ${name},</p>
      <p>You have a <b>new letter</b> about case 7741. Please answer it within seven days.</p>
      <p><a href="https://inbox.example.org/7741" style="color: #0f766e">Read the letter</a></p>
    </div>
  </div>`

const email = (address: string, subject: string, body: string) => ({
  recipientEmail: { emailAddress: address, emailSettings: { subject, body, contentType: 'Html' as const } },
})

async function fill(running: Running, client: Client): Promise<void> {
  const { simulator } = running
  const order = (idempotencyId: string, recipient: object, more: object = {}) =>
    client.call('notifications.createOrder', { body: { idempotencyId, recipient, ...more } as never })
  const reminder = (delayDays: number, subject: string) => ({ delayDays, recipient: email('kari@example.org', subject, letter('Kari')) })
  await order('case-7741', email('kari@example.org', 'A new letter', letter('Kari')), {
    sendersReference: 'Case 7741',
    reminders: [reminder(3, 'You have a new letter'), reminder(7, 'Last reminder')],
  })
  await order('case-7742', { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'You have a new letter in your inbox.' } } })
  await order('case-7743', email('bounced@example.org', 'A new letter', letter('Ola')), { sendersReference: 'Case 7743' })
  await simulator.advance({ by: 'PT10M' })
  await order('case-7744', email('anna@example.org', 'Your appointment', letter('Anna')), { requestedSendTime: '2026-06-02T08:00:00Z' })
  await confirmedFile(client)
  await simulator.advance({ by: 'PT1M' })
  await upload(client, 'letter.pdf', [recipient], false)
  await client.call('notifications.getShipment', { params: { id: 'unknown' } })
  await simulator.scenarios.use('outage-register')
  const texts = { emailSettings: { subject: 'A letter', body: 'Hello' }, smsSettings: { body: 'Hello' } }
  await order('case-7745', { recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'EmailPreferred', ...texts } })
}

const [sender, recipient] = ['347147753', '370916446']

async function upload(client: Client, fileName: string, recipients: readonly string[], disableVirusScan: boolean): Promise<string> {
  const body = {
    fileName,
    resourceId: 'standin-plain',
    sendersFileTransferReference: 'batch-0042',
    sender: `0192:${sender}`,
    recipients: recipients.map((each) => `0192:${each}`),
    disableVirusScan,
  }
  const { fileTransferId } = (await client.call('fileTransfer.initialize', { as: { orgNo: sender }, body })).body
  const content = new TextEncoder().encode('<report/>')
  await client.call('fileTransfer.upload', { as: { orgNo: sender }, params: { fileTransferId }, body: content })
  return fileTransferId
}

async function confirmedFile(client: Client): Promise<void> {
  const params = { fileTransferId: await upload(client, 'report.xml', [recipient, '375464780'], true) }
  await client.call('fileTransfer.download', { as: { orgNo: recipient }, params })
  await client.call('fileTransfer.confirmDownload', { as: { orgNo: recipient }, params })
}

interface Shot {
  readonly name: string
  readonly place: string
  readonly colorScheme: 'light' | 'dark'
  /** Text that must be visible before the screenshot is taken. */
  readonly shows: string
  /** The element to click first. */
  readonly click?: string
}

function shotsOf({ simulator }: Running): Shot[] {
  const { orders, fileTransfers } = simulator.records
  const failed = simulator.journal.list({ status: '5xx' }).journal.at(-1)?.id ?? ''
  const [message] = simulator.outbox.list({ recipient: 'kari@example.org' }).messages
  return [
    { name: 'home', place: '#/', colorScheme: 'light', shows: '.problems' },
    { name: 'jobs', place: '#/calls', colorScheme: 'light', shows: '.part .icon-message', click: '[aria-rowindex="13"] .fold' },
    { name: 'traffic', place: `#/calls/${failed}`, colorScheme: 'dark', shows: '.open-line .outcome' },
    { name: 'orders', place: `#/orders/${orders.findMany()[0]?.id}`, colorScheme: 'light', shows: '.order-line' },
    { name: 'messages', place: `#/messages/${message?.id}`, colorScheme: 'light', shows: '.open-message iframe' },
    { name: 'files', place: `#/files/${fileTransfers.findMany()[0]?.id}`, colorScheme: 'dark', shows: '.machine' },
    { name: 'scenarios', place: '#/scenarios/outage-register', colorScheme: 'light', shows: 'main h2' },
    { name: 'clock', place: '#/clock', colorScheme: 'dark', shows: '.lanes' },
  ]
}

async function take(browser: Browser, origin: string, { name, place, colorScheme, shows, click }: Shot): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1_280, height: 780 } })
  const page = await context.newPage()
  await page.goto(`${origin}/_standin/${place}`)
  if (click !== undefined) await page.locator(click).click()
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
  const picture = smallPng(await page.screenshot())
  writeFileSync(join(folder, `${name}.png`), picture)
  process.stdout.write(`${name}.png: ${picture.length} bytes\n`)
  await context.close()
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(howToInstallChromium)
await buildDashboard()
mkdirSync(folder, { recursive: true })
const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse(start) })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
await fill(running, clientOf(running))
for (const shot of shotsOf(running)) await take(browser, running.url, shot)
await browser.close()
await running.close()
