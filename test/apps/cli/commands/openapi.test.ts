/** `standin openapi`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { dialectNames } from '../../../../src/service/wire/vocabulary.ts'
import { failure, misuse, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

const { simulator, url } = await serverForFile()

test.each(dialectNames)('the document of dialect %s is the one that a server shows', async (dialect) => {
  simulator.knobs(dialect).dialect.use(dialect)
  const shown = await (await fetch(`${url}/worlds/${dialect}/_standin/openapi.json`)).json()
  const { code, out, err } = await run(['openapi', '--dialect', dialect, '--url', `${url}/worlds/${dialect}`])

  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toEqual(shown)
})

test('the document comes in OpenAPI 3.0 as a server shows it there', async () => {
  const shown = await (await fetch(`${url}/_standin/openapi.json?openapi=3.0`)).json()
  const { code, out, err } = await run(['openapi', '--openapi', '3.0', '--url', url])

  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(shown.openapi).toBe('3.0.3')
  expect(JSON.parse(out)).toEqual(shown)
})

test('another version of OpenAPI is misuse', async () => {
  expect(await run(['openapi', '--openapi', '2.0'])).toMatchObject(misuse(/--openapi is "2\.0"/))
})

test('the document needs no server, and can come as YAML', async () => {
  const [json, yaml] = [await run(['openapi', '--service-only']), await run(['openapi', '--service-only', '--yaml'])]

  expect(yaml.out).toMatch(/^openapi: 3\.1/)
  expect(yaml.out).not.toMatch(/^ *\w+: [&*]/m)
  expect(parse(yaml.out)).toEqual(JSON.parse(json.out))
})

test('the document of the service alone has nothing of the control interface', async () => {
  const { paths, tags, components } = JSON.parse((await run(['openapi', '--service-only'])).out)

  expect(Object.keys(paths)).toContain('/future/orders')
  expect(Object.keys(paths).filter((path) => path.startsWith('/_standin'))).toEqual([])
  expect(tags.map(({ name }: { name: string }) => name)).not.toContain('control')
  expect(Object.keys(components.securitySchemes)).toEqual(['bearer'])
})

test('the document is stored in place of the file that is there', async () => {
  const folder = folderWith({ 'openapi.json': 'old' })
  const { code, out } = await run(['openapi', '--service-only', '--output', 'openapi.json'], { folder })

  expect([code, out]).toEqual([0, ''])
  expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')).servers).toEqual([{ url: 'http://127.0.0.1:4300' }])
})

test('a document that cannot be stored is a failure that names the place', async () => {
  expect(await run(['openapi', '--service-only', '--output', 'absent/openapi.json'])).toMatchObject(
    failure(/^standin: The document was not saved at .*absent.openapi\.json: ENOENT/),
  )
})
