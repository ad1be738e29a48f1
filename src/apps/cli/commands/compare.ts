/** `standin compare`: shows where Standin and the real service differ, from calls that were recorded. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import { demandFile } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type Exchange, kinds } from '../../compare/exchange.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { bare, duration, often, option, optional, someText, unknownOne } from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { readNamed, storeOrPrint } from '../frame/whole-file.ts'

function kindsIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const other = names.find((name) => !kinds.some((kind) => kind === name))
  if (other !== undefined) throw unknownOne('kind of difference', other, kinds)
  return names
}

function claimsIn(text: string): Record<string, unknown> {
  const [, orgNo, org, scopes = ''] = /^(\d{9})(?::([a-z\d]*))?(?::(.+))?$/.exec(text) ?? []
  if (orgNo === undefined)
    throw new Misuse(`is ${JSON.stringify(text.slice(0, 100))}; an organization such as 991825827:ttd:"<scope> <scope>" is expected.`)
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

export const compare = defineCommand({
  name: 'compare',
  summary: 'Show where Standin and the real service differ, from recorded calls (HAR); exit code 1 if they do',
  options: {
    files: {
      describe: 'HTTP Archives (HAR 1.2), or folders with them',
      read: someText,
      fallback: '',
      word: 'required',
      many: true,
    },
    report: often(optional('Write a report in JSON to this file', someText)),
    junit: often(optional('Write a report for JUnit to this file', someText)),
    baseline: optional('A report of an earlier run: only new groups make the exit code 1', someText),
    failOn: optional(`The kinds that make the exit code 1, such as status,code: ${kinds.join(', ')}`, kindsIn),
    as: optional('The caller of calls whose token is not in the file: <orgNo>[:<org>[:<scopes>]]', claimsIn),
    settle: option('After how long a status that has not come never comes', duration, 120_000),
    showValues: bare('Show identity numbers, phone numbers, e-mail addresses and texts of messages'),
    json,
  },
  examples: [
    ['standin compare traffic.har', 'Calls that a browser, Playwright or a proxy has recorded. Nothing leaves the machine'],
    ['standin compare recorded/ --report out/compare.json --junit out/compare.xml', 'In CI: a folder, with reports'],
    ['standin compare traffic.har --baseline before.json --fail-on status,code,missing', 'Only what is new, and matters'],
  ],
  async run({ values, io }) {
    const { compareExchanges } = await import('../../compare/compare.ts')
    const { failing, groupsBefore, junitOf, linesOf, reportOf } = await import('../../compare/report.ts')
    const before =
      values.baseline === undefined
        ? new Set<string>()
        : groupsBefore(readNamed('baseline', resolve(io.folder, values.baseline)), values.baseline)
    const files = values.files.split('\n').flatMap((file) => filesAt(file, io))
    const { exchanges, others } = await readAll(files, io)
    const environment = files.map((file) => basename(file)).join(', ')
    if (exchanges.length === 0) throw new Misuse(`${environment}: none of its ${others} entries calls the service, so nothing is compared.`)
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
    const report = reportOf(compared, { standin: ownPackage().version, environment, showValues: values.showValues })
    const failed = failing(report, values.failOn as Parameters<typeof failing>[1], before)
    if (values.report !== undefined)
      await storeOrPrint(io, values.report, `${JSON.stringify(report, null, 2)}\n`, 'The report was not stored')
    if (values.junit !== undefined) await storeOrPrint(io, values.junit, junitOf(report, failed), 'The report was not stored')
    io.stdout.say(values.json ? JSON.stringify(report) : linesOf(report, failed))
    if (others > 0) io.stderr.say(`${others} entries do not call the service. They were left out.`)
    const apart = Object.values(report.apart).reduce((sum, count) => sum + count, 0)
    if (failed.length > 0) return 1
    if (apart < report.calls) return 0
    io.stderr.say('No call could be compared.')
    return 2
  },
})

/** The files of a folder, or the file. */
function filesAt(file: string, { folder }: Io): string[] {
  const path = resolve(folder, file)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const archives = readdirSync(path)
    .filter((name) => /\.har$/i.test(name))
    .toSorted()
  if (archives.length === 0) throw new Misuse(`${file} has no file that ends with .har.`)
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
