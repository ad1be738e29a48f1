/** The files with the reports of `standin verify`. */
import { basename, dirname, resolve } from 'node:path'
import { Misuse } from '../misuse.ts'
import type { ContractsVerification } from '../pact/verify-contracts.ts'
import { makeFolder } from '../platform/node-path.ts'
import { dialectNames } from '../wire/dialect-name.ts'
import type { Io } from './io.ts'
import { storeOrPrint } from './whole-file.ts'

export interface ReportFiles {
  readonly junit?: string | undefined
  readonly report?: string | undefined
}

export async function storeReports(io: Io, { junit, report }: ReportFiles, verification: ContractsVerification): Promise<void> {
  const store = async (file: string | undefined, text: () => string) => {
    if (file === undefined) return
    makeFolder(dirname(resolve(io.folder, file)))
    await storeOrPrint(io, file, text(), 'The report was not stored')
  }
  const { junit: junitText } = await import('../pact.ts')
  await store(junit, () => junitText(verification))
  await store(report, () => `${JSON.stringify(verification, null, 2)}\n`)
}

/** Throws {@link Misuse} for a report that would replace what is read, or that the next run would read as a pact. */
export function demandReportPlaces(
  { junit, report }: ReportFiles,
  { pacts, environment, folder }: { readonly pacts: readonly string[]; readonly environment: string | undefined; readonly folder: string },
): void {
  const isDialect = (name: string) => dialectNames.some((each) => each === name)
  const readsFolder = (one: string) => pacts.includes(one) || (isDialect(basename(one)) && pacts.includes(dirname(one)))
  function whyNot(path: string): string | undefined {
    if (pacts.includes(path)) return 'is what is verified'
    if (path.endsWith('.json') && readsFolder(dirname(path))) return 'lies in a folder of pacts, where each .json file is a pact'
    return environment !== undefined && path === resolve(folder, environment) ? 'is the file of --environment' : undefined
  }
  for (const [flag, file] of Object.entries({ '--junit': junit, '--report': report })) {
    const why = file === undefined ? undefined : whyNot(resolve(folder, file))
    if (why) throw new Misuse(`${flag} ${file} ${why}. Name another file.`)
  }
  if (junit !== undefined && report !== undefined && resolve(folder, junit) === resolve(folder, report))
    throw new Misuse(`--junit and --report name one file, ${report}. Name two.`)
}
