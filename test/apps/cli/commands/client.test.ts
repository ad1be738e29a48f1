/** `standin client`: the file for tests in another language. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { misuse, run } from '../../../support/command-line.ts'
import { expect, test } from '../../../support/rule.ts'

test('the file goes to the standard output, or to a file whose folder is made', async ({ folder }) => {
  const shown = await run(['client', 'python'], { folder })
  const stored = await run(['client', 'python', '--output', 'tests/deep/standin.py'], { folder })

  const data = JSON.parse((await run(['client', 'python', '--json'], { folder })).out)

  expect([shown.code, stored.code, stored.out]).toEqual([0, 0, ''])
  expect(data).toEqual({ name: 'standin.py', text: shown.out })
  expect(readFileSync(join(folder, 'tests/deep/standin.py'), 'utf8')).toBe(shown.out)
  expect(shown.out).toMatch(/^"""Standin in tests/)
})

test('a folder gets the file by its own name', async ({ folder }) => {
  const java = ['client', 'java', '--package', 'org.example', '--output', 'src/org/example']
  await run(java, { folder })
  await run([...java, '--junit'], { folder })
  await run(['client', 'ruby', '--output', '.'], { folder })
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

  expect(textOf('src/org/example/Standin.java')).toMatch(/^package org\.example;\n/)
  expect(textOf('src/org/example/StandinExtension.java')).toMatch(/^package org\.example;\n/)
  expect(textOf('standin.rb')).toMatch(/^# frozen_string_literal/)
})

test.for([
  ['another language', ['perl'], 'Valid: python, java, csharp, ruby'],
  ['a package of Python', ['python', '--package', 'a'], 'this option is only for java'],
  ['a package that none can be', ['java', '--package', 'a; import b'], '"a; import b" is not a valid package name'],
] as const)('%s is a mistake, and nothing is written', async ([, args, words], { folder }) => {
  expect(await run(['client', ...args, '--output', 'out/file.txt'], { folder })).toMatchObject(misuse(words))
  expect(existsSync(join(folder, 'out'))).toBe(false)
})

test('the help tells it from the clients of Maskinporten', async () => {
  expect((await run(['--help'])).out.replace(/\s+/g, ' ')).toContain(
    'Write a client file for tests in Python, Java, C# or Ruby. For Maskinporten clients, see /_standin/clients',
  )
})
