/** `standin start --compare`: serves calls by forwarding them to the real service, and compares the replies until the server stops. */
import { resolve } from 'node:path'
import { comparisonReport, storeComparison } from '../../../control/app-reports.ts'
import type { Simulator } from '../../../control/simulator.ts'
import { ownPackage } from '../../../platform/node-package.ts'
import type { Carrier } from '../../../service/wire/call.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { LiveComparison } from '../../compare/live.ts'
import type { Facts } from '../../compare/report.ts'
import type { Io } from '../frame/io.ts'
import type { Values } from '../frame/option.ts'
import { grace, upstreamOf } from './compare-live-options.ts'
import type { startOptions } from './start-options.ts'

/** Throws {@link Misuse} for a server that other machines could reach. */
export async function compareLasting(
  { compare, settle, host, cors, maxSpool = 2 ** 28, ...values }: Values<typeof startOptions>,
  io: Io,
  tell: (lines: string[]) => void,
) {
  if (!/^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host))
    throw new Misuse(`With --compare, the server uses its callers' tokens, so it may listen only on this machine. Remove --host ${host}.`)
  const { readEnvironment } = await import('../../../real/environment-file.ts')
  const { openLive } = await import('../../compare/live.ts')
  const file = await readEnvironment(resolve(io.folder, compare ?? ''))
  const live = await openLive({ ...upstreamOf(values, io), file, settle, maxSpool, cors, keepsLines: true })
  const facts = { standin: ownPackage().version, environment: file.name, notes: live.notes, showValues: false }
  let stopReporting = () => {}
  tell([`Calls are forwarded to ${file.name} and compared.`, ...live.notes])
  return {
    around(carrier: Carrier, simulator: Simulator) {
      stopReporting = reportTo(simulator, live, facts)
      return live.around(carrier, simulator)
    },
    /** Prints the differences. */
    async end() {
      stopReporting()
      const { linesOf, reportOf } = await import('../../compare/report.ts')
      const report = reportOf(await live.finish(grace), facts)
      tell(linesOf(report, report.groups))
    },
    /** Ends the comparison without a report. */
    async abandon() {
      stopReporting()
      await live.finish(0)
    },
  }
}

/** Minimum pause between reports in milliseconds, and the pause as a multiple of the time that a report takes. */
const [pause, share] = [1_000, 10]

/** Updates the report on the `#/compare` page after new calls. Returns a function that stops the updates. */
function reportTo(simulator: Simulator, live: Pick<LiveComparison, 'calls' | 'waiting' | 'report'>, facts: Facts): () => void {
  let stored = ''
  let timer: NodeJS.Timeout | undefined
  async function store(): Promise<void> {
    const [now, began] = [`${live.calls} ${live.waiting}`, performance.now()]
    if (now !== stored && live.calls > live.waiting) storeComparison(simulator, comparisonReport.parse(await live.report(facts)))
    stored = now
    schedule((performance.now() - began) * share)
  }
  function schedule(least = 0): void {
    timer = setTimeout(() => void store(), Math.max(pause, least)).unref()
  }
  schedule()
  return () => clearTimeout(timer)
}
