/** Clients that teams wrote, and those of the examples, get no `bad` under the scenarios that they can meet. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { chromium } from 'playwright-core'
import { h, render } from 'preact'
import { expect, onTestFinished, test, vi } from 'vitest'
// @ts-expect-error: it is JavaScript.
import { describeShipment } from '../../../examples/jest-esm/shipments.js'
// @ts-expect-error: it is JavaScript.
import { newFiles } from '../../../examples/node-test/files.js'
import { createClient } from '../../../examples/retry-client/client.ts'
// @ts-expect-error: it is JavaScript.
import { fileList } from '../../../examples/storybook/src/file-list.js'
// @ts-expect-error: it is JavaScript.
import { newFiles as waitingFiles } from '../../../examples/vite-browser/src/files.js'
import { invite } from '../../../examples/vitest-node/reminders.ts'
import type { WorldKnobs } from '../../../src/control/create-simulator.ts'
import type { BuiltInScenario } from '../../../src/service/failures/catalogue.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'
import { findChromium, howToInstallChromium } from '../../../tools/chromium.ts'
import { folderWith } from '../../support/folder.ts'
import { type Client, verdictsOn } from './clients/kit.ts'
import { fileInbox, orderQueue, uploader } from './sound-clients.ts'

const [recipient, sender] = [{ orgNo: '370916446' }, { orgNo: '347147753' }]
const order = (idempotencyId: string, emailAddress = 'someone@example.org') => ({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } },
})

const published = async (world: WorldKnobs) =>
  (await world.givens.arrange('a published file transfer exists', { content: '0123456789 and so on' })).fileTransferId ?? ''

/** The verdicts that are bad, under a scenario. */
async function badUnder(
  scenario: BuiltInScenario | null,
  as: object,
  arrange: (world: WorldKnobs) => Promise<string>,
  run: (client: Client) => Promise<unknown>,
): Promise<string[]> {
  const prepared = async (world: WorldKnobs) => {
    const file = await arrange(world)
    if (scenario) await world.scenarios.use(anyName(scenario))
    return file
  }
  const found = await verdictsOn({ as, arrange: prepared, good: async () => {}, bad: async () => {} }, async (client) => {
    await run(client).catch(() => {})
  })
  return [...found].flatMap(([id, verdict]) => (verdict === 'bad' ? `${id} under ${scenario}` : []))
}
const nothing = async () => ''

const forOrders = [
  ...([null, 'order-lost-reply', 'fail-twice-then-succeed', 'internal-error', 'outage-database', 'bad-request', 'forbidden'] as const),
  ...(['missing-contact-information', 'token-expired', 'connection-reset', 'cancelled', 'garbled-json', 'flapping-database'] as const),
]
const forFiles = [
  ...([null, 'download-truncated', 'download-interrupted', 'rate-limit-recovery', 'rate-limit-search', 'storage-not-ready'] as const),
  ...(['confirm-lost-reply', 'outage-storage', 'internal-error', 'forbidden', 'unavailable'] as const),
]

test.each(forOrders)('an order queue is not bad under %s', async (scenario) => {
  const orders = [order('a'), order('b', 'bounced@example.org'), { idempotencyId: 'c', recipient: {} }]

  // The time that one worker waits passes at once for the other one too, which may be getting a token.
  const workers = scenario === 'token-expired' ? 1 : 2

  expect(await badUnder(scenario, { org: 'ttd' }, nothing, (client) => orderQueue(client, orders, workers))).toEqual([])
})

test.each(forFiles)('an inbox of files is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, recipient, published, (client) => fileInbox(client, 3))).toEqual([])
})

test.each([null, 'flapping-storage', 'connection-reset', 'unavailable', 'outage-storage'] as const)(
  'tus-js-client is not bad under %s',
  async (scenario) => {
    const initialized = async (world: WorldKnobs) => (await world.givens.arrange('a file transfer is initialized')).fileTransferId ?? ''
    const upload = (client: Client) => uploader(client, client.token, client.file, Buffer.alloc(256 * 1024, 'x'))

    expect(await badUnder(scenario, sender, initialized, upload)).toEqual([])
  },
)

test.each(forOrders)('the client of examples/retry-client that orders is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, { org: 'ttd' }, nothing, (client) => createClient(client).placeOrder(order('a')))).toEqual([])
})

test.each(forFiles)('the client of examples/retry-client that downloads is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, recipient, published, (client) => createClient(client).download(client.file))).toEqual([])
})

test('the clients of examples/node-test and examples/vitest-node are not bad', async () => {
  const takeAll = async ({ service, token }: Client) => {
    const files = newFiles(service, token)
    while (await files.next());
  }
  expect(await badUnder(null, recipient, published, takeAll)).toEqual([])
  expect(
    await badUnder('bad-request', { org: 'ttd' }, nothing, ({ service, token }) => invite(service, token, 'someone@example.org')),
  ).toEqual([])
})

/** Runs a program of another language, and returns its exit code. */
async function exitCode(program: string, args: readonly string[], folder = '.'): Promise<number> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  return code
}
const has = (program: string) => spawnSync(program, ['--version']).status === 0

test.skipIf(!has('python3'))('the client of examples/python-client is not bad', async () => {
  const program = "import client, sys; [client.place_order(sys.argv[1], sys.argv[2], 'case-1', 'someone@example.org') for _ in range(2)]"
  let code = -1
  const send = async ({ service, token }: Client) => {
    code = await exitCode('python3', ['-B', '-c', program, service, token], 'examples/python-client')
  }

  expect(await badUnder(null, { org: 'ttd' }, nothing, send)).toEqual([])
  expect(code).toBe(0)
})

test.skipIf(!has('ruby')).each([null, 'download-interrupted', 'download-truncated', 'confirm-lost-reply', 'forbidden'] as const)(
  'the client of examples/ruby-client is not bad under %s',
  async (scenario) => {
    let code = -1
    // What the client raises is its answer to a failure.
    const program = 'files = Files.new(ARGV[0], ARGV[1]); begin; files.fetch(ARGV[2]); rescue StandardError; end'
    const fetchFile = async ({ service, token, file }: Client) => {
      code = await exitCode('ruby', ['-I.', '-rfiles', '-e', program, service, token, file], 'examples/ruby-client')
    }

    expect(await badUnder(scenario, recipient, published, fetchFile)).toEqual([])
    expect(code).toBe(0)
  },
)

test.skipIf(!has('javac'))('the client of examples/java-client is not bad', { timeout: 60_000 }, async () => {
  const folder = folderWith({
    'Run.java': `class Run {
  public static void main(String[] args) throws Exception {
    for (int nth = 0; nth < 2; nth++) new Client(args[0], args[1]).placeOrder("case-1", "someone@example.org");
  }
}
`,
  })
  expect(await exitCode('javac', ['-d', folder, 'examples/java-client/Client.java', join(folder, 'Run.java')])).toBe(0)
  let code = -1
  const order = async ({ service, token }: Client) => {
    code = await exitCode('java', ['-cp', folder, 'Run', service, token])
  }

  expect(await badUnder(null, { org: 'ttd' }, nothing, order)).toEqual([])
  expect(code).toBe(0)
})

test.each([null, 'outage-all', 'forbidden', 'rate-limit-search'] as const)(
  'the clients of examples/jest-esm, examples/vite-browser and examples/storybook are not bad under %s',
  async (scenario) => {
    const look = ({ service, token }: Client) => describeShipment(service, token, crypto.randomUUID())
    expect(await badUnder(scenario, { org: 'ttd' }, nothing, look)).toEqual([])

    const { fetch } = globalThis
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('document', new Window().document)
    const atService = ({ service }: Client) =>
      vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, service), init))
    const readFiles = (client: Client) => {
      atService(client)
      return waitingFiles(client.token)
    }
    expect(await badUnder(scenario, recipient, published, readFiles)).toEqual([])

    const showFiles = async (client: Client) => {
      atService(client)
      const list = fileList(client)
      await vi.waitFor(() => expect(list.textContent).not.toBe('Loading …'))
    }
    expect(await badUnder(scenario, recipient, published, showFiles)).toEqual([])
  },
)

const forInvitations = [null, 'unavailable', 'bad-request', 'forbidden', 'order-lost-reply', 'missing-contact-information'] as const

test.each(forInvitations)('the component of examples/vitest-jsdom-react is not bad under %s', async (scenario) => {
  // Preact stands in for React: vitest.config.ts. The type check does not know the packages of examples.
  const component = new URL('../../../examples/vitest-jsdom-react/invitation.tsx', import.meta.url).pathname
  const { Invitation } = await import(component)
  onTestFinished(() => void vi.unstubAllGlobals())
  let said: string | null | undefined
  const sendInvitation = async ({ service, token }: Client) => {
    const { document, FormData, Event } = new Window()
    vi.stubGlobal('document', document)
    vi.stubGlobal('FormData', FormData)
    render(h(Invitation, { service, token }), document.body as unknown as HTMLElement)
    document.querySelector('input')?.setAttribute('value', 'someone@example.org')
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await vi.waitFor(() => expect(document.querySelector('output')?.textContent).not.toBe(''))
    said = document.querySelector('output')?.textContent
  }

  expect(await badUnder(scenario, { org: 'ttd' }, nothing, sendInvitation)).toEqual([])
  if (scenario === null) expect(said).toBe('Sent.')
})

const executablePath = findChromium()
if (executablePath === undefined && !process.env.CI)
  process.stderr.write(`The client of examples/playwright-e2e is left out. ${howToInstallChromium}\n`)

test.skipIf(executablePath === undefined && !process.env.CI).each([null, 'unavailable', 'bad-request', 'forbidden'] as const)(
  'the app of examples/playwright-e2e is not bad under %s',
  async (scenario) => {
    if (executablePath === undefined) throw new Error(howToInstallChromium)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
    onTestFinished(() => browser.close())
    const body = readFileSync('examples/playwright-e2e/app/index.html', 'utf8')
    let said: string | null = ''
    const usePage = async ({ service, token }: Client) => {
      const page = await browser.newPage()
      await page.route(`${service}/invitations`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.addInitScript((settings) => Object.assign(globalThis, { settings }), { service, token })
      await page.goto(`${service}/invitations`)
      await page.getByLabel('Email').fill('someone@example.org')
      await page.getByRole('button').click()
      await page.locator('output', { hasText: /./ }).waitFor()
      said = await page.locator('output').textContent()
    }

    expect(await badUnder(scenario, { org: 'ttd' }, nothing, usePage)).toEqual([])
    expect(said).toBe(scenario === null ? 'Sent.' : 'Try again later.')
  },
)
