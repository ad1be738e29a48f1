/** What happens to open calls when a server closes. */
import { expect, test, vi } from 'vitest'
import { startSimulator } from '../../src/index.ts'

test('a server that closes answers the calls that a scenario holds', async () => {
  const { url, close, simulator } = await startSimulator({ port: 0, clock: 'frozen' })
  const held = fetch(`${url}/api/GetEnterpriseToken`, { headers: { 'x-standin-scenario': 'cancelled-before-commit' } })
  await vi.waitUntil(() => simulator.world.journal.calls.list()[0]?.scenario === 'cancelled-before-commit')
  await close()

  // Past the grace of a closing server, its connections are cut.
  expect((await held).status).toBeLessThan(500)
})

test('a server that closes does not wait for readers of the journal', async () => {
  const { url, close } = await startSimulator({ port: 0, clock: 'frozen' })
  const response = await fetch(`${url}/_standin/journal/stream`)
  await close()

  // Past the grace of a closing server, its connections are cut.
  expect(await response.text()).toMatch(/^retry: 1000\n\n(id: .*\nevent: lines\ndata: \{"lines":\[\].*\}\n\n)?(?:: still here\n\n)?$/)
})
