/** The hosts that a page has, in place of `test/support/hosts.ts`. */
import { setupStandin } from '../../../mocks/browser.ts'
import type { SimulatorOptions } from '../../../src/control/create-simulator.ts'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { createClient, type Identity } from '../../../src/service/areas/client.ts'
import { onTestFinished } from './vitest.ts'

export const ledgerNames = { worker: 'MSW in a browser', page: 'MSW in a browser, in the page itself' } as const
type HostName = keyof typeof ledgerNames
export const hostNames = Object.keys(ledgerNames) as HostName[]

/** A new simulator that answers the calls of this page until the test ends, and a client that calls it. */
export async function hosted(host: HostName, options: Partial<SimulatorOptions> = {}) {
  const defects: unknown[] = []
  const platform = { ...browserPlatform(), alarm: (defect: unknown) => void defects.push(defect) }
  const { simulator, worker } = setupStandin({
    intercept: host,
    platform,
    checked: true,
    clock: 'frozen',
    now: Date.parse('2026-06-01T10:00:00Z'),
    ...options,
  })
  await worker.start({ quiet: true, onUnhandledFrame: 'error' })
  onTestFinished(async () => {
    simulator.close()
    await worker.stop()
    if (defects.length > 0) throw defects[0]
  })
  const { origin } = location
  const send = (request: Request) => fetch(request)
  const token = async (as: Identity) => (await simulator.token(as)).token
  const wait = async () => void (await simulator.advance({ by: 1000 }))
  const clientOf = (prefix = '') => createClient({ base: origin + prefix, send, token, wait })
  return { simulator, defects, origin, send, client: clientOf(), clientOf }
}
