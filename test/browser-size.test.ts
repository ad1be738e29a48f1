/** How much a page loads, and what it makes, before Standin is set up in it. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mostInitialBytes, pageSize } from './support/page-size.ts'

test(`a page loads at most ${mostInitialBytes} bytes before Standin is set up, and the rest when it is needed`, async () => {
  const { initial, later } = await pageSize(process.cwd(), './mocks/browser.ts')

  expect(initial).toBeLessThanOrEqual(mostInitialBytes)
  expect(initial).toBeGreaterThan(50_000)
  for (const part of [
    '@mswjs/data',
    'src/control/read-only-collection.ts',
    'libphonenumber-js',
    'mocks/scenarios.ts',
    'src/control/index.ts',
    'src/service/engine/handle-call.ts',
    'src/service/failures/givens.ts',
    'src/service/areas/file-transfer/jobs/scan.ts',
    'src/persistence/snapshot/contents.ts',
    'src/service/areas/index.ts',
  ])
    expect(
      later.some((id) => id.includes(part)),
      part,
    ).toBe(true)
})

/** Zod loads its words with the first schema. */
const page = `
import { z } from 'zod'
import { fixtures } from './mocks/fixtures.ts'
import { createHandlers } from './mocks/handlers.ts'
import { browserPlatform } from './src/platform/browser.ts'
import { createSimulator } from './src/control/create-simulator.ts'
const hasWords = () => z.config().localeError !== undefined
createHandlers(createSimulator({ platform: browserPlatform(), fixtures }))
const before = hasWords()
z.string()
console.log(JSON.stringify([before, hasWords()]))
process.exit()
`

test('a page makes no schema before Standin is set up', () => {
  const [before, withSchema] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', page], { encoding: 'utf8' }))

  expect(withSchema).toBe(true)
  expect(before).toBe(false)
})
