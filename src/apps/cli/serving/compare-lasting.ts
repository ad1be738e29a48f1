/** `standin start --compare`: a server that forwards its calls to the real service, and compares the replies for as long as it runs. */
import { resolve } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { LiveComparison } from '../../compare/live.ts'
import type { Io } from '../frame/io.ts'
import type { Values } from '../frame/option.ts'
import { grace, upstreamOf } from './compare-live-options.ts'
import type { startOptions } from './start-options.ts'

interface Lasting extends Pick<LiveComparison, 'around'> {
  /** Prints the differences. */
  end(): Promise<void>
}

/** Throws {@link Misuse} for a server that other machines could reach. */
export async function compareLasting(
  { compare, settle, host, cors, maxSpool = 2 ** 28, ...values }: Values<typeof startOptions>,
  io: Io,
  tell: (lines: string[]) => void,
): Promise<Lasting> {
  if (!/^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host))
    throw new Misuse(`--compare acts with the tokens of its callers, so it listens on this machine only. Remove --host ${host}.`)
  const { readEnvironment } = await import('../../../real/environment-file.ts')
  const { openLive } = await import('../../compare/live.ts')
  const file = readEnvironment(resolve(io.folder, compare ?? ''))
  const live = await openLive({ ...upstreamOf(values, io), file, settle, maxSpool, cors, keepsLines: true })
  tell([`Calls go to ${file.name}, and are compared.`, ...live.notes])
  return {
    around: live.around,
    async end() {
      const { linesOf, reportOf } = await import('../../compare/report.ts')
      const report = reportOf(await live.finish(grace), { standin: ownPackage().version, environment: file.name, showValues: false })
      tell(linesOf(report, report.groups))
    },
  }
}
