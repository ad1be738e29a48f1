/** Prints and stores a comparison report. */
import { resolve } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import type { Compared } from '../../compare/exchange.ts'
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

/** Prints and stores the report. Returns the exit code. */
export async function reportCompared(
  compared: Compared,
  facts: { readonly environment: string; readonly notes?: readonly string[] },
  { baseline, failOn, json: asJson, junit, report: file, showValues }: ReportValues,
  io: Io,
): Promise<number> {
  const { failing, groupsBefore, junitOf, linesOf, reportOf } = await import('../../compare/report.ts')
  const before = baseline === undefined ? new Set<string>() : groupsBefore(readNamed('baseline', resolve(io.folder, baseline)), baseline)
  const made = reportOf(compared, { ...facts, standin: ownPackage().version, showValues })
  const failed = failing(made, failOn as Parameters<typeof failing>[1], before)
  if (file !== undefined) await storeOrPrint(io, file, `${JSON.stringify(made, null, 2)}\n`, 'The report was not saved')
  if (junit !== undefined) await storeOrPrint(io, junit, junitOf(made, failed), 'The report was not saved')
  io.stdout.say(asJson ? JSON.stringify(made) : linesOf(made, failed))
  const apart = Object.values(made.apart).reduce((sum, count) => sum + count, 0)
  if (failed.length > 0) return 1
  if (apart < made.calls) return 0
  io.stderr.say('No calls could be compared.')
  return 2
}
