/** `standin compare show`: the messages for files that are not reports. Tests of the dashboard open its page. */
import { misuse, run } from '../../../support/command-line.ts'
import { comparedGroup, comparison } from '../../../support/comparison.ts'
import { folderWith } from '../../../support/folder.ts'
import { expect, test } from '../../../support/rule.ts'

const foreign = 'is not a report from "standin compare". Write one: standin compare traffic.har --report out/compare.json'
const cases: readonly [what: string, file: string, message: string][] = [
  ['a file that is not JSON', '<html>', 'is not JSON. Write one: standin compare traffic.har --report out/compare.json'],
  ['an empty file', '', 'is not JSON. Write one: standin compare traffic.har --report out/compare.json'],
  ['a list', '[]', foreign],
  ['an HTTP archive', '{"log":{"version":"1.2","entries":[]}}', foreign],
  ['a report of a later version', '{"version":2,"groups":[]}', 'has version 2, but this Standin reads version 1.'],
  ['a nested bomb', '['.repeat(100_000), 'is nested more than 100 levels deep.'],
]

test.each(cases)('%s is refused, and the message says why', async (_, content, message) => {
  const folder = folderWith({ 'report.json': content })

  expect(await run(['compare', 'show', 'report.json'], { folder })).toMatchObject(misuse(`report.json ${message}`))
})

test('a report with a mistake is refused, and the message names its place and the valid values', async () => {
  const report = comparison({ groups: [comparedGroup(), comparedGroup({ kind: 'colour' as never })] })
  const folder = folderWith({ 'report.json': JSON.stringify(report) })
  const { code, err } = await run(['compare', 'show', 'report.json'], { folder })

  expect(code).toBe(2)
  expect(err).toContain('report.json, groups[1].kind: unknown value "colour".')
  expect(err).toContain('Valid: code, value')
})

test('a file that does not exist, and a folder, are refused', async ({ folder }) => {
  expect((await run(['compare', 'show', 'none.json'], { folder })).err).toContain('none.json does not exist.')
  expect((await run(['compare', 'show', '.'], { folder })).err).toContain('is a folder. Expected a file.')
})
