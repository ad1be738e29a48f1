/** Prints and stores a comparison report. */
import { dirname, resolve } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import { makeFolder } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Compared } from '../../compare/exchange.ts'
import { messageOf } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { readNamed, storeOrPrint } from '../frame/whole-file.ts'

export interface ReportValues {
  readonly baseline: string | undefined
  readonly failOn: readonly string[] | undefined
  readonly json: boolean
  readonly junit: string | undefined
  readonly report: string | undefined
  readonly showValues: boolean
}

/** Prints and stores the report. Resolves to the exit code. */
type Reporter = (compared: Compared, facts: { readonly environment: string; readonly notes?: readonly string[] }) => Promise<number>

/** Reads the baseline and creates the reports' folders, because calls may have real effects. Throws {@link Misuse} if that fails. */
export async function openReport(
  { baseline, failOn, json: asJson, junit, report: file, showValues }: ReportValues,
  io: Io,
): Promise<Reporter> {
  const { failing, groupsBefore, junitOf, linesOf, reportOf } = await import('../../compare/report.ts')
  const before = baseline === undefined ? new Set<string>() : groupsBefore(readNamed('baseline', resolve(io.folder, baseline)), baseline)
  demandFolder('--report', file, io)
  demandFolder('--junit', junit, io)
  return async (compared, facts) => {
    const made = reportOf(compared, { ...facts, standin: ownPackage().version, showValues })
    const failed = failing(made, failOn as Parameters<typeof failing>[1], before)
    io.stdout.say(asJson ? JSON.stringify(made) : linesOf(made, failed))
    if (file !== undefined) await storeOrPrint(io, file, `${JSON.stringify(made, null, 2)}\n`, 'The report was not saved')
    if (junit !== undefined) await storeOrPrint(io, junit, junitOf(made, failed), 'The report was not saved')
    const apart = Object.values(made.apart).reduce((sum, count) => sum + count, 0)
    if (failed.length > 0) return 1
    if (apart < made.calls) return 0
    io.stderr.say('No calls could be compared.')
    return 2
  }
}

function demandFolder(option: string, file: string | undefined, { folder }: Io): void {
  if (file === undefined) return
  try {
    makeFolder(dirname(resolve(folder, file)))
  } catch (error) {
    throw new Misuse(`${option}: cannot create the folder of ${file}: ${messageOf(error)}.`)
  }
}
