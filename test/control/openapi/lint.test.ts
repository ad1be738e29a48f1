/** Redocly, a linter of others, holds the documents to OpenAPI 3.1 or 3.0, and to its recommended rules. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { ownDocument } from '../../../src/apps/cli/commands/openapi.ts'
import { openApiVersions } from '../../../src/control/openapi/older.ts'
import { dialectNames } from '../../../src/service/wire/vocabulary.ts'

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const base = 'http://127.0.0.1:4300'

interface Report {
  readonly problems: readonly { readonly ruleId: string; readonly severity: string; readonly location: readonly { pointer?: string }[] }[]
}

/** What is wrong with each document: the rule and the place. One process reads all, because it takes a second to start. */
async function lint(documents: readonly object[]): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-test-'))
  const files = documents.map((document, at) => {
    writeFileSync(join(folder, `${at}.json`), JSON.stringify(document))
    return `${at}.json`
  })
  const args = [redocly, 'lint', ...files, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000']
  const options = {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 2 ** 26,
  }
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, options, (_, out) => resolve(out))
  })
  rmSync(folder, { recursive: true })
  const reports = text.split(/(?<=^\})(?=\{)/m).map((report): Report => JSON.parse(report))
  return reports.map(({ problems }) =>
    problems.map(({ ruleId, severity, location }) => `${severity} ${ruleId} ${location[0]?.pointer?.replace(order, '')}`),
  )
}

const order = '#/paths/~1future~1orders/post/'

/** A document with one mistake of each kind. */
async function faulty(): Promise<object> {
  // biome-ignore lint/suspicious/noExplicitAny: the mistakes are anywhere in it.
  const document: any = structuredClone(await ownDocument({ dialect: 'spec', base, serviceOnly: true }))
  const { post } = document.paths['/future/orders']
  post.requestBody.content['application/json'].example.recipient = 7
  post.responses[422].content['application/problem+json'].examples['NOT-00001'].value.status = '422'
  post.responses[200].content['application/json'].schema.$ref = '#/components/schemas/Nothing'
  post.surplus = true
  delete document.tags[0].description
  return document
}

const documents = openApiVersions.flatMap((version) => dialectNames.map((dialect) => ({ version, dialect })))

let found: readonly string[][] = []
beforeAll(async () => {
  const own = documents.map((which) => ownDocument({ ...which, base, serviceOnly: false }))
  found = await lint(await Promise.all([...own, faulty()]))
}, 30_000)

test.each(documents.map((which, at) => ({ ...which, at })))(
  'the document of dialect $dialect in OpenAPI $version has no error and no warning, examples included',
  ({ at }) => {
    expect(found[at]).toEqual([])
  },
)

test('a surplus member, a reference into nothing, a missing description and wrong examples are found', () => {
  expect(found.at(-1)).toEqual([
    'error struct surplus',
    'error no-unresolved-refs responses/200/content/application~1json/schema',
    'warn tag-description #/tags/0/description',
    'warn no-invalid-media-type-examples requestBody/content/application~1json/example/recipient',
    'warn no-invalid-media-type-examples responses/422/content/application~1problem+json/examples/NOT-00001/value/status',
  ])
})
