/** Reads the scenario files of a user. */
import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { readYaml } from '../platform/node-files.ts'

/** The documents of a file or a folder, by name. Throws a {@link Misuse} that names every file with a mistake. */
export async function readScenarioPath(path: string): Promise<Record<string, unknown>> {
  const files = filesAt(path)
  const read = await Promise.allSettled(files.map(readYaml))
  const documents = read.flatMap((result, at) => (result.status === 'fulfilled' ? [[nameOf(files[at] ?? ''), result.value]] : []))
  const faults = read.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const defect = faults.find((fault) => !(fault instanceof Misuse))
  if (defect) throw defect
  const mistakes = [...faults.map(({ message }) => message), ...twins(files)]
  if (mistakes.length > 0) throw new Misuse(mistakes.join('\n'))
  return Object.fromEntries(documents)
}

const nameOf = (file: string) => basename(file, extname(file))

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Misuse(`There is no ${path}.`)
  if (found.isFile()) return [path]
  return readdirSync(path)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

const twins = (files: readonly string[]) =>
  files
    .filter((file, at) => nameOf(files[at - 1] ?? '') === nameOf(file))
    .map((file) => `${file}: another file has the same name. Keep one of them.`)
