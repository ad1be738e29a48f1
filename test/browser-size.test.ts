/** How much a page loads before Standin is set up in it. */
import { expect, test } from 'vitest'
import { mostInitialBytes, pageSize } from './support/page-size.ts'

test(`a page loads at most ${mostInitialBytes} bytes before Standin is set up, and the rest when it is needed`, async () => {
  const { initial, later } = await pageSize(process.cwd(), './mocks/browser.ts')

  expect(initial).toBeLessThanOrEqual(mostInitialBytes)
  expect(initial).toBeGreaterThan(50_000)
  for (const part of [
    '@mswjs/data',
    'libphonenumber-js',
    'mocks/scenarios.ts',
    'src/control/index.ts',
    'src/engine/walker.ts',
    'src/givens/index.ts',
    'src/jobs/index.ts',
    'src/knobs/snapshot/contents.ts',
    'src/operations/index.ts',
  ])
    expect(
      later.some((id) => id.includes(part)),
      part,
    ).toBe(true)
})
