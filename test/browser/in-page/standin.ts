/** A page in which a test sets Standin up: `window.begin`. */
import { type BrowserStandin, type BrowserStandinOptions, setupStandin } from '../../../mocks/browser.ts'
import { type Client, createClient } from '../../../src/service/areas/client.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'

interface Begun extends BrowserStandin {
  /** Calls the service through the network of the page. */
  readonly client: Client
}

declare global {
  interface Window extends Begun {
    /** A page has no imports of the test. */
    readonly anyName: typeof anyName
    /** Starts a simulator that answers the calls of this page, and puts it into the window. */
    begin(options?: BrowserStandinOptions): Promise<void>
  }
}

Object.assign(window, {
  anyName,
  async begin(options: BrowserStandinOptions = {}) {
    const { simulator, worker } = setupStandin(options)
    await worker.start({ quiet: true })
    const client = createClient({
      base: location.origin,
      send: (request) => fetch(request),
      token: async (as) => (await simulator.token(as)).token,
      wait: async () => void (await simulator.advance({ by: 1000 })),
    })
    Object.assign(window, { simulator, worker, client })
  },
})
