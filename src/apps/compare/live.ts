/** Compares clients' calls live: each call is forwarded to the real service, and a copy is then handled in a Standin world. */

import type { Simulator } from '../../control/simulator.ts'
import { headersThereOf, secretReader } from '../../real/commands.ts'
import type { EnvironmentFile } from '../../real/environment-file.ts'
import { exchangeOf } from '../../real/exchange.ts'
import type { Claims } from '../../service/tokens/caller.ts'
import { type Call, type Carrier, nameOf } from '../../service/wire/call.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { liveBases } from '../../service/wire/vocabulary.ts'
import { forwarding } from './sources/live/carrier.ts'
import { createCopies } from './sources/live/copies.ts'
import { openLine } from './sources/live/lines.ts'
import { createPosting } from './sources/live/posting.ts'
import { openUpstream } from './sources/live/upstream.ts'

export interface LiveOptions {
  readonly file: EnvironmentFile
  /** Milliseconds after which a status that the real service has not reached counts as never reached. */
  readonly settle: number
  /** The caller for calls without a token. */
  readonly as?: Claims | undefined
  /** Additional certificate authorities for the real service, in PEM. */
  readonly ca?: string | undefined
  /** An HTTP proxy to the real service. */
  readonly proxy?: URL | undefined
  /** Time in milliseconds within which the real service must begin its reply. */
  readonly silence: number
  /** Maximum total size in bytes of the bodies that are stored in files for the comparison. */
  readonly maxSpool: number
  readonly sendToAnyone: boolean
  readonly production: boolean
  readonly cors?: readonly string[] | undefined
  /** If true, the default world gets a journal line for each call. */
  readonly keepsLines?: boolean | undefined
}

export type LiveComparison = Awaited<ReturnType<typeof openLive>>

const productionHosts = new Set(Object.values(liveBases.production).map((base) => new URL(base).hostname))

/** Throws {@link Misuse} if a production URL is not allowed, or if a secret is missing. */
export async function openLive(options: LiveOptions) {
  const { file, settle, as, ca, proxy, silence, maxSpool, sendToAnyone, production, cors = [], keepsLines = false } = options
  if (!production) demandTest(file)
  const headersThere = await headersThereOf(file, secretReader(file.folder).read)
  const names = exchangeOf(file)
  const upstream = openUpstream({ ca, proxy })
  const copies = createCopies(maxSpool)
  const posting = createPosting(copies, { settle, as })
  const carrier = {
    file,
    headersThere,
    names,
    upstream,
    copies,
    silence,
    isGuarded: !sendToAnyone,
    isProduction: production,
    cors,
    open: posting.open,
    pass: posting.pass,
    later: posting.later,
  }
  return {
    /** Wraps a server's carrier so that its calls go to the real service. */
    around(local: Carrier, simulator: Pick<Simulator, 'world' | 'platform'>) {
      const { tick } = simulator.platform
      const begin = (call: Call) => (keepsLines ? openLine(simulator.world, call, tick) : undefined)
      return forwarding(local, { ...carrier, now: Date.now, begin })
    },
    /** Notes for the user about this environment, one sentence each. */
    notes: notesOf(file, [...names.outward].filter(([ours, theirs]) => ours !== theirs).length, sendToAnyone),
    /** Number of calls whose replies have ended. */
    get calls() {
      return posting.calls
    },
    /** Number of calls waiting to be compared. */
    get waiting() {
      return posting.waiting
    },
    report: posting.report,
    /** Compares the waiting calls. Stops after `most` milliseconds. */
    async finish(most?: number) {
      const timer = most === undefined ? undefined : setTimeout(posting.stop, most)
      try {
        return await posting.finish()
      } finally {
        clearTimeout(timer)
        upstream.close()
        copies.close()
      }
    },
  }
}

function demandTest({ addresses, name }: EnvironmentFile): void {
  for (const [area, there] of Object.entries(addresses))
    if (there && productionHosts.has(nameOf(new URL(there.url).host)))
      throw new Misuse(
        `${name}: addresses.${area} is ${there.url}, a production URL. Calls there have real effects. To allow them, add --production.`,
      )
}

function notesOf({ addresses, recipients }: EnvironmentFile, exchanged: number, sendToAnyone: boolean): string[] {
  const lacking = (['maskinporten', 'tokenGenerator'] as const).filter((area) => !addresses[area])
  return [
    ...(lacking.length === 0
      ? []
      : [
          `${lacking.map((area) => `addresses.${area}`).join(' and ')} missing: Standin itself answers these calls, and the real service refuses Standin's tokens.`,
        ]),
    ...(exchanged === 0
      ? []
      : ['resources, recipients or callers have different names in this environment: JSON and forms from the client are rewritten.']),
    ...(sendToAnyone || Object.keys(recipients).length > 0
      ? []
      : ['recipients is empty, so every order is refused. List who may receive test messages, or add --send-to-anyone.']),
  ]
}
