/** docs/pact-broker.md does what it says. */
import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished } from 'vitest'
import { withBroker } from '../support/broker-loop.ts'
import { run } from '../support/command-line.ts'
import { manifestPact, pactsIn } from '../support/pacts.ts'
import { blocksOf } from '../support/page.ts'
import { openReader } from '../support/story.ts'

const page = readFileSync(new URL('../../docs/pact-broker.md', import.meta.url), 'utf8')

withBroker('every block of docs/pact-broker.md does what the page says', { timeout: 120_000 }, async () => {
  const reader = openReader()
  onTestFinished(reader.close)
  const { host } = new URL(inject('brokerUrl') ?? '')

  await reader.tell(page.replaceAll('127.0.0.1:9292', host))
})

/** The commands of a workflow, with the names of this test. */
const commandsIn = (file: string) =>
  [...(blocksOf(page).find((block) => block.file === file)?.text ?? '').matchAll(/run: npx standin (.*)/g)].map(([, line = '']) =>
    line.replaceAll('orders-api', 'ci-orders').replaceAll('shop', 'ci-shop'),
  )

withBroker('the commands of both workflows run one after the other', { timeout: 120_000 }, async () => {
  const folder = pactsIn({})
  const pacts = pactsIn({ 'ci.json': manifestPact('ci-shop', 'ci-orders') })
  const broker = { PACT_BROKER_BASE_URL: inject('brokerUrl') ?? '' }
  const of = (version: string) => ({ ...broker, GITHUB_SHA: version, GITHUB_REF: 'refs/heads/main' })
  const [publish = '', ...deploy] = commandsIn('.github/workflows/shop.yml')
  const [verifySelected = '', verifyOne = ''] = commandsIn('.github/workflows/orders-api.yml')
  const said: (number | string)[] = []
  const step = async (line: string, env: Readonly<Record<string, string>>) => {
    const { code, err } = await run(line.split(' '), { folder, env })
    said.push(code, err)
  }

  await step(`${publish} ${pacts}`, of('consumer-1'))
  await step(verifySelected, of('provider-1'))
  await step('record-deployment --pacticipant ci-orders --environment production', of('provider-1'))
  for (const line of deploy) await step(line, of('consumer-1'))
  const index = await fetch(new URL('/pacts/provider/ci-orders/consumer/ci-shop/version/consumer-1', inject('brokerUrl')))
  const event = verifyOne.replace(/"\$([A-Z]+)"/g, (_, name: string) => (name === 'PACT' ? index.url : name.toLowerCase()))
  await step(event, broker)

  expect(deploy).toHaveLength(2)
  expect(said).toEqual(Array.from({ length: said.length }, (_, at) => (at % 2 === 0 ? 0 : '')))
})
