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
  summary: 'Write a client file for tests in Python, Java, C# or Ruby. For Maskinporten clients, see /_standin/clients',
  options: {
    language: {
      ...option<ClientLanguage>('The language: python, java, csharp or ruby', word(languages), 'python'),
      word: 'required',
    } as const,
    output: output(optional('The file or folder to write; an existing file is replaced. Default: standard output', someText)),
    package: optional('The Java package, such as org.example.orders', someText),
    namespace: optional('The C# namespace, such as Example.Orders', someText),
    junit: bare('Write the JUnit 5 extension instead'),
    json,
  },
  examples: [
    ['standin client python --output tests/standin.py', 'For pytest and unittest'],
    ['standin client java --package org.example --output src/test/java/org/example', 'For tests in the org.example package'],
    ['standin client java --junit --package org.example --output src/test/java/org/example', 'The JUnit 5 extension'],
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
    if (file !== undefined || !isData) await storeOrPrint(io, file, text, 'The file was not saved')
    if (isData) io.stdout.say(JSON.stringify(file === undefined ? { name, text } : { name, file }))
  },
})
