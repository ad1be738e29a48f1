/** `standin compare`: shows where Standin and the real service differ, using live or recorded calls. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { demandFile } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type Exchange, kinds } from '../../compare/exchange.ts'
import { environmentOption } from '../contracts/verify-options.ts'
import { commandGroup, defineCommand, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import {
  bare,
  everywhereInGroup,
  inGroup,
  many,
  often,
  optional,
  optionalWord,
  someText,
  unknownOne,
  type Values,
} from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { liveOptions, settle } from '../serving/compare-live-options.ts'
import { tlsOptions } from '../serving/tls.ts'
import { showReport } from './compare-show.ts'

function kindsIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const other = names.find((name) => !kinds.some((kind) => kind === name))
  if (other !== undefined) throw unknownOne('kind of difference', other, kinds)
  return names
}

function claimsIn(text: string): Record<string, unknown> {
  const [, orgNo, org, scopes = ''] = /^(\d{9})(?::([a-z\d]*))?(?::(.+))?$/.exec(text) ?? []
  if (orgNo === undefined)
    throw new Misuse(`is ${JSON.stringify(text.slice(0, 100))}. Use an organization such as 991825827:ttd:"<scope> <scope>".`)
  return {
    iss: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
    scope: scopes === '' ? allScopes : scopes,
    client_id: 'standin-compare',
    consumer: { authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` },
    'urn:altinn:orgNumber': orgNo,
    ...(org && { 'urn:altinn:org': org }),
  }
}

const allScopes =
  'altinn:serviceowner/notifications.create altinn:broker.write altinn:broker.read altinn:events.subscribe altinn:events.publish altinn:serviceowner'

const options = {
  files: many(optionalWord(optional('HTTP Archive files (HAR 1.2), or folders containing them', someText))),
  environment: often(environmentOption),
  report: often(optional('Write a JSON report to this file', someText)),
  junit: often(optional('Write a JUnit report to this file', someText)),
  baseline: optional('A report from an earlier run: only new groups cause exit code 1', someText),
  failOn: optional(`The kinds that cause exit code 1, such as status,code: ${kinds.join(', ')}`, kindsIn),
  as: optional('The caller for calls whose token is not in the file: <orgNo>[:<org>[:<scopes>]]', claimsIn),
  settle,
  showValues: bare('Show identity numbers, phone numbers, email addresses and message texts'),
  json,
  ...inGroup('Live', liveOptions),
  ...everywhereInGroup('TLS', tlsOptions),
}

const compareCalls = defineCommand({
  name: 'calls',
  byDefault: true,
  summary: "Show where Standin and the real service differ, using your tests' calls or recorded calls (HAR); exit code 1 if they differ",
  options,
  takesCommand: 'optional',
  examples: [
    [
      'standin compare --environment real.yaml -- npm test',
      "Forward your tests' calls to the real service, and compare its replies with Standin's",
    ],
    ['standin compare traffic.har', 'Compare calls recorded by a browser, Playwright or a proxy. Nothing leaves the machine'],
    ['standin compare recorded/ --report out/compare.json --junit out/compare.xml', 'In CI: a folder, with reports'],
    ['standin compare traffic.har --baseline before.json --fail-on status,code,missing', 'Fail only for new differences that matter'],
  ],
  async run({ values, io, rest }) {
    const [first] = rest
    if (values.environment !== undefined && first !== undefined) {
      if (values.files !== undefined) throw new Misuse('With --environment, live calls are compared. Remove the files.')
      const { compareLive } = await import('../serving/compare-live.ts')
      return compareLive(values, io, rest)
    }
    if (first !== undefined) throw new Misuse("A command's calls need a real service to compare with: add --environment <file>.")
    const { files } = values
    if (files === undefined)
      throw new Misuse(
        'Specify HTTP Archive files (HAR), or --environment real.yaml -- <command>, such as --environment real.yaml -- npm test.',
      )
    return compareFiles(files, values, io)
  },
})

export const compare = commandGroup(
  ['compare'],
  "Show where Standin and the real service differ, using your tests' calls or recorded calls (HAR)",
  [compareCalls, showReport],
)

type CompareValues = Values<typeof options>

async function compareFiles(paths: string, values: CompareValues, io: Io): Promise<number> {
  const { compareExchanges } = await import('../../compare/compare.ts')
  const { openReport } = await import('../serving/compare-report.ts')
  const report = await openReport(values, io)
  const files = paths.split('\n').flatMap((file) => filesAt(file, io))
  const { exchanges, others } = await readAll(files, io)
  const environment = files.map((file) => basename(file)).join(', ')
  if (exchanges.length === 0)
    throw new Misuse(`${environment}: none of the ${others} entries is a call to the service, so nothing can be compared.`)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  const does = 'Comparing'
  const compared = await withProgress(io, { does }, ({ tell }) =>
    compareExchanges(exchanges, {
      as: values.as,
      settle: values.settle,
      signal: stopping.signal,
      tell: (done, of) => tell({ does, done, of, unit: 'calls' }),
    }),
  ).finally(() => process.removeListener('SIGINT', stop))
  const code = await report(compared, { environment })
  if (others > 0) io.stderr.say(`${others} entries are not calls to the service and were left out.`)
  return code
}

function filesAt(file: string, { folder }: Io): string[] {
  const path = resolve(folder, file)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const archives = readdirSync(path)
    .filter((name) => /\.har$/i.test(name))
    .toSorted()
  if (archives.length === 0) throw new Misuse(`${file} contains no .har files.`)
  return archives.map((name) => join(path, name))
}

async function readAll(
  files: readonly string[],
  { folder }: Io,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly others: number }> {
  const { mostBytes, readHar } = await import('../../compare/har.ts')
  const read = files.map((file) => {
    const name = relative(folder, file) || file
    demandFile(file, mostBytes)
    if (!statSync(file, { throwIfNoEntry: false })) throw new Misuse(`${name} does not exist.`)
    const beside = (other: string) => {
      const path = join(dirname(file), other)
      const status = lstatSync(path, { throwIfNoEntry: false })
      return status?.isFile() && status.size <= mostBytes ? readFileSync(path) : undefined
    }
    return readHar(readFileSync(file, 'utf8'), name, beside)
  })
  return { exchanges: read.flatMap((each) => each.exchanges), others: read.reduce((sum, each) => sum + each.others, 0) }
}
