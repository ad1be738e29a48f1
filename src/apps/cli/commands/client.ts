/** `standin client <language>`: writes the client file for tests in another language. */
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ClientLanguage, clientFile } from '../../../control/client-file.ts'
import { ownFolder } from '../../../platform/node-package.ts'
import { makeFolder } from '../../../platform/node-path.ts'
import { defineCommand } from '../frame/command.ts'
import { bare, option, optional, output, someText, word } from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { storeOrPrint } from '../frame/whole-file.ts'

const languages: Readonly<Record<ClientLanguage, ''>> = { python: '', java: '', csharp: '', ruby: '' }

export const client = defineCommand({
  name: 'client',
  summary: 'Write the file by which tests in Python, Java, C# or Ruby control Standin. Clients of Maskinporten: /_standin/clients',
  options: {
    language: {
      ...option<ClientLanguage>('The language: python, java, csharp or ruby', word(languages), 'python'),
      word: 'required',
    } as const,
    output: output(optional('Where to store it, a file or a folder; replaces the file. The standard output when absent', someText)),
    package: optional('The package of the file in Java, such as org.example.orders', someText),
    namespace: optional('The namespace of the file in C#, such as Example.Orders', someText),
    junit: bare('Write the second file of Java instead, an extension of JUnit 5'),
    json,
  },
  examples: [
    ['standin client python --output tests/standin.py', 'For pytest and unittest'],
    ['standin client java --package org.example --output src/test/java/org/example', 'For tests in the package org.example'],
    ['standin client java --junit --package org.example --output src/test/java/org/example', 'The extension of JUnit 5 beside it'],
    ['standin client csharp --namespace Example.Tests --output tests/Standin.cs', 'For xUnit and others'],
    ['standin client ruby --output spec/standin.rb', 'For RSpec and minitest'],
  ],
  async run({ values: { output: path, json: isData, ...options }, io }) {
    const { name, text } = clientFile((file) => ownFolder('clients').read(file).toString('utf8'), options)
    const target = path === undefined ? undefined : resolve(io.folder, path)
    const stats = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false })
    // A path without an extension is a folder, even if it does not exist yet.
    const isFolder = stats ? stats.isDirectory() : target !== undefined && !/\.\w+$/.test(target)
    const file = target !== undefined && isFolder ? join(target, name) : target
    if (file !== undefined && statSync(file, { throwIfNoEntry: false }) === undefined) makeFolder(dirname(file))
    if (file !== undefined || !isData) await storeOrPrint(io, file, text, 'The file was not stored')
    if (isData) io.stdout.say(JSON.stringify(file === undefined ? { name, text } : { name, file }))
    return 0
  },
})
