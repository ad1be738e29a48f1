/** Options for commands that verify contracts, and the files that these commands write. */
import { basename, dirname, resolve } from 'node:path'
import { makeFolder } from '../../../platform/node-path.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { dialectNames } from '../../../service/wire/vocabulary.ts'
import type { WebhookOptions } from '../../contracts/open-environment.ts'
import type { ContractsVerification, Selector } from '../../contracts/verify-contracts.ts'
import type { Io } from '../frame/io.ts'
import { address, duration, everywhere, option, optional, quoted, someText, type Values, wholeNumber, word } from '../frame/option.ts'
import { storeOrPrint } from '../frame/whole-file.ts'

export const environmentOption = {
  ...everywhere(
    optional('A file with the addresses and tokens of a real implementation. "standin states --mapping" prints a template', someText),
  ),
  // These values name a world's environment, and are meant for commands that call Standin.
  ignores: /^(?:test|production)$/,
}

export const stateTimeout = option('Time limit for setting up a provider state, and for each call, such as 2m', duration, 30_000, '30s')

export const webhookOptions = {
  webhookAddress: optional("This machine's address for events from the real implementation, for message contracts", address),
  webhookPort: option('The local port behind --webhook-address', wholeNumber(1, 65_535), 4401),
}

/** Listens on all addresses, because events come from other machines. */
export function webhooksFrom({ webhookAddress, webhookPort }: Values<typeof webhookOptions>): WebhookOptions | undefined {
  return webhookAddress === undefined ? undefined : { address: webhookAddress, port: webhookPort, host: '0.0.0.0' }
}

export const failOnOption = option(
  'With --environment, fail for any interaction, or only for those that the real implementation broke or that could not be tested (provider)',
  word({ any: '', provider: '' }),
  'any',
)

/** `true` for a name that takes no value; otherwise, the value's name in messages. */
const names: Readonly<Record<string, true | string>> = {
  mainBranch: true,
  matchingBranch: true,
  deployedOrReleased: true,
  deployed: true,
  released: true,
  latest: true,
  branch: 'branch',
  environment: 'environment',
  consumer: 'consumer',
  tag: 'tag',
}

/** Parses one selector per line: JSON, or names such as `mainBranch` and `branch=feature,consumer=web`. */
export const readSelectors = (text: string): Selector[] =>
  text.split('\n').map((line) => (line.trim().startsWith('{') ? readJson(line) : readWords(line)))

function readJson(text: string): Selector {
  const selector = parseJson(text)
  if (selector === undefined) throw new Misuse(`is ${quoted(text)}, which is not JSON.`)
  return selector as Selector
}

const readWords = (text: string): Selector => Object.fromEntries(text.split(',').map((word) => readWord(word.trim())))

function readWord(word: string): [string, unknown] {
  const [name = '', value] = word.split(/=(.*)/s, 2)
  const kind = Object.hasOwn(names, name) ? names[name] : undefined
  if (kind === undefined) throw unknownName(`names ${quoted(name)}.`, name, Object.keys(names))
  if (kind === true && value === undefined) return [name, true]
  if (kind !== true && value) return [name, value]
  throw new Misuse(
    kind === true ? `is ${quoted(word)}, but ${name} takes no value.` : `is ${quoted(word)}, which has no value. Use ${name}=<${kind}>.`,
  )
}

export interface ReportFiles {
  readonly junit?: string | undefined
  readonly report?: string | undefined
}

export async function storeReports(io: Io, { junit, report }: ReportFiles, verification: ContractsVerification): Promise<void> {
  const store = async (file: string | undefined, text: () => string) => {
    if (file === undefined) return
    makeFolder(dirname(resolve(io.folder, file)))
    await storeOrPrint(io, file, text(), 'The report was not saved')
  }
  const { junit: junitText } = await import('../../contracts/report.ts')
  await store(junit, () => junitText(verification))
  await store(report, () => `${JSON.stringify(verification, null, 2)}\n`)
}

/** Throws {@link Misuse} for a report that would overwrite an input, or that the next run would read as a pact. */
export function demandReportPlaces(
  { junit, report, environment }: ReportFiles & { readonly environment?: string | undefined },
  pacts: readonly string[],
  folder: string,
): void {
  const isDialect = (name: string) => dialectNames.some((each) => each === name)
  const readsFolder = (one: string) => pacts.includes(one) || (isDialect(basename(one)) && pacts.includes(dirname(one)))
  function whyNot(path: string): string | undefined {
    if (pacts.includes(path)) return 'would replace a verified file'
    if (path.endsWith('.json') && readsFolder(dirname(path))) return 'would be in a pacts folder, where each .json file is a pact'
    return environment !== undefined && path === resolve(folder, environment) ? 'would replace the --environment file' : undefined
  }
  for (const [flag, file] of Object.entries({ '--junit': junit, '--report': report })) {
    const why = file === undefined ? undefined : whyNot(resolve(folder, file))
    if (why) throw new Misuse(`${flag} ${file} ${why}. Specify a different file.`)
  }
  if (junit !== undefined && report !== undefined && resolve(folder, junit) === resolve(folder, report))
    throw new Misuse(`--junit and --report are the same file, ${report}. Use different files.`)
}
