/** The files for tests in other languages, over HTTP. */
import { expect, test } from 'vitest'
import { control } from '../../support/control.ts'
import { base } from '../../support/standin.ts'

async function get(path: string) {
  const response = await control().send(new Request(`${base}/_standin/client/${path}`))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test.each([
  ['python', 'class Standin:'],
  ['java', 'public final class Standin implements AutoCloseable'],
  ['java?junit=true', 'public class StandinExtension implements ParameterResolver'],
  ['csharp', 'public sealed class Standin : IAsyncDisposable'],
  ['ruby', 'class Standin'],
])("'control.showClientFile' serves the file of %s", async (path, words) => {
  const { status, type, text } = await get(path)

  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(words)
})

test('a package of Java and a namespace of C# come first', async () => {
  expect((await get('java?package=org.example')).text).toMatch(/^package org\.example;\n\n\/\/ Standin/)
  expect((await get('java?package=org.example&junit=true')).text).toMatch(/^package org\.example;\n/)
  expect((await get('csharp?namespace=Example.Tests')).text).toMatch(/^namespace Example\.Tests;\n/)
})

test.each([
  'java?package=a;b',
  'java?package=a..b',
  'java?package=org.class',
  'java?package=a%0Aimport+b',
  'java?package=',
  `java?package=${'a'.repeat(300)}`,
  'csharp?namespace=Example.1',
  'csharp?namespace=Example.namespace',
  'csharp?namespace=%C3%A6',
  'csharp?package=org.example',
  'python?namespace=Example',
  'ruby?junit=true',
  'perl',
  '..%2f..%2fpackage.json',
])('%s is refused with a sentence', async (path) => {
  const { status, text } = await get(path)

  expect(status).toBe(400)
  expect(JSON.parse(text).detail).toMatch(/package|namespace|junit|language/)
})
