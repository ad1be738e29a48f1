/** `standin compare --environment` as a user runs it: exit codes, the report, and Ctrl+C. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run, runWithMemory, startProcess } from '../../support/command-line.ts'
import { changing, realStandin } from '../../support/comparing.ts'
import { folderWith } from '../../support/folder.ts'

const real = await realStandin()
afterAll(() => real.close())

const fileAt = (url: string) =>
  JSON.stringify({
    name: 'second',
    addresses: { fileTransfer: { url: `${url}/broker/api/v1` }, tokenGenerator: { url: `${url}/api` }, maskinporten: { url } },
  })

/** A program that searches file transfers. `last`: its last statement. */
const program = (last = '') => `
  const token = await (await fetch(process.env.STANDIN_URL + '/api/GetEnterpriseToken?env=tt02&scopes=altinn:broker.read&orgNo=370916446')).text()
  await fetch(process.env.STANDIN_URL + '/broker/api/v1/filetransfer?resourceId=standin-plain', { headers: { authorization: 'Bearer ' + token } })
  ${last}`

async function compared(url: string, last: string, ...options: string[]) {
  const folder = folderWith({ 'real.yaml': fileAt(url), 'program.mjs': program(last) })
  const report = join(folder, 'out', 'new', 'compare.json')
  const { code, err } = await run([
    'compare',
    '--environment',
    join(folder, 'real.yaml'),
    '--report',
    report,
    ...options,
    '--',
    process.execPath,
    join(folder, 'program.mjs'),
  ])
  return { code, err, report: JSON.parse(readFileSync(report, 'utf8')) }
}

test('the exit code is that of the command if it fails, 1 if something differs, and else 0', async () => {
  const proxy = await changing(real.url, (request) => (request.url?.includes('/filetransfer?') ? { status: 410 } : undefined))
  const same = await compared(real.url, '')
  const failed = await compared(real.url, 'process.exitCode = 7')
  const differs = await compared(proxy.url, '')
  proxy.close()

  expect([same.code, failed.code, differs.code]).toEqual([0, 7, 1])
  expect(same.report).toMatchObject({ complete: true, environment: 'second', calls: 2, same: 2, groups: [] })
  expect(differs.report.groups).toMatchObject([{ operation: 'fileTransfer.search', kind: 'status', there: 410, here: 200 }])
}, 60_000)

test('Ctrl+C ends the command and leaves a report that is not complete', async () => {
  const interrupt = "process.kill(process.ppid, 'SIGINT'); await new Promise((resolve) => setTimeout(resolve, 60_000))"
  const { code, report } = await compared(real.url, interrupt)

  expect(code).toBe(130)
  expect(report).toMatchObject({ complete: false, calls: 2 })
}, 60_000)

const before = ['compare', '--environment', 'real.yaml']
test.each<[string[], number, string]>([
  [[...before, '--', 'no-such-command'], 1, '"no-such-command" cannot be run'],
  [[...before, '--baseline', 'none.json', '--', process.execPath, '-p', '"ran"'], 2, 'baseline: '],
  [[...before, '--report', 'real.yaml/out.json', '--', process.execPath, '-p', '"ran"'], 2, '--report: cannot create the folder of'],
  [[...before, '--tls-cert', 'none.pem', '--tls-key', 'none.key', '--', process.execPath, '-p', '"ran"'], 2, 'none.pem'],
  [['start', '--port', '0', '--compare', 'real.yaml', '--restore', 'none.json'], 2, 'none.json'],
])('%j ends before a call is made', async (args, exitCode, message) => {
  const { code, out, err } = await runWithMemory(512, args, folderWith({ 'real.yaml': fileAt(real.url) }))

  expect([code, out, err]).toEqual([exitCode, '', expect.stringContaining(message)])
})

test.each([
  [['--environment', 'real.yaml', '--host', '0.0.0.0', '--', 'true'], 'Unknown option for "standin compare": --host'],
  [['--', 'true'], 'add --environment <file>'],
  [[], 'Specify HTTP Archive files (HAR), or --environment real.yaml -- <command>'],
])('a misuse is refused: %j', async (options, message) => {
  const { code, err } = await run(['compare', ...options])

  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a server that compares listens on this machine alone', async () => {
  const folder = folderWith({ 'real.yaml': fileAt(real.url) })
  const { code, err } = await run([
    'start',
    '--port',
    '0',
    '--host',
    '0.0.0.0',
    '--admin-token',
    'x',
    '--compare',
    join(folder, 'real.yaml'),
  ])

  expect([code, err]).toEqual([2, expect.stringContaining('it may listen only on this machine')])
})

test('a server that compares shows its report so far on its page', async () => {
  const proxy = await changing(real.url, (request) => (request.url?.includes('/filetransfer?') ? { status: 410 } : undefined))
  const { child, line } = startProcess(['--compare', 'real.yaml'], folderWith({ 'real.yaml': fileAt(proxy.url), 'program.mjs': program() }))
  let said = await line()
  while (!said.includes('listens on')) said = await line()
  const url = /http:\/\/\S+/.exec(said)?.[0] ?? ''
  const token = await (await fetch(`${url}/api/GetEnterpriseToken?env=tt02&scopes=altinn:broker.read&orgNo=370916446`)).text()
  await fetch(`${url}/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers: { authorization: `Bearer ${token}` } })
  const shown = async () => (await (await fetch(`${url}/_standin/comparison`)).json()).report
  await expect.poll(shown, { timeout: 20_000, interval: 200 }).toMatchObject({ complete: false, environment: 'second', calls: 2 })

  expect((await shown()).groups).toMatchObject([{ operation: 'fileTransfer.search', kind: 'status', there: 410, here: 200 }])
  const differing = await run(['journal', 'list', '--comparison', 'differs', '--json'], { env: { STANDIN_URL: url } })
  expect(JSON.parse(differing.out)).toMatchObject({ total: 1, journal: [{ operation: 'fileTransfer.search' }] })
  child.kill('SIGTERM')
  proxy.close()
}, 60_000)
