/** What must not stand in the file of an environment, and must not reach a report. */
import { Misuse } from '../service/wire/misuse.ts'
import type { AreaThere, EnvironmentFile, Secret } from './environment-file.ts'
import { runLine } from './shell.ts'

export interface SecretReader {
  read(secret: Secret, signal: AbortSignal): Promise<string>
  /** Notes a text that is a secret, such as a token. */
  note(text: string): void
  /** A text without the secrets that were read. */
  conceal(text: string): string
}

/** A shorter text would be found everywhere. Characters. */
const shortest = 6

export function secretReader(folder: string): SecretReader {
  const known = new Set<string>()
  function note(text: string): void {
    if (text.length >= shortest) known.add(text)
  }
  return {
    async read(secret, signal) {
      const text = 'variable' in secret ? variableIn(secret.variable) : await runLine({ line: secret.command, folder, signal })
      if (text === '') throw new Misuse(`The command ${JSON.stringify('command' in secret ? secret.command : '')} printed nothing.`)
      note(text)
      return text
    },
    note,
    conceal: (text) => [...known].reduce((concealed, each) => concealed.replaceAll(each, '…'), text),
  }
}

/** Throws {@link Misuse} for a variable that is not set. */
function variableIn(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Misuse(`The variable ${name} is not set.`)
  return value
}

/** Headers that an area's gateway wants, as they are sent. */
export type HeadersThere = Readonly<Partial<Record<AreaThere, Readonly<Record<string, string>>>>>

export async function headersThereOf({ addresses }: EnvironmentFile, read: SecretReader['read']): Promise<HeadersThere> {
  const all: Partial<Record<AreaThere, Record<string, string>>> = {}
  for (const [area, there] of Object.entries(addresses)) {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(there?.headers ?? {}))
      headers[name.toLowerCase()] = typeof value === 'string' ? value : await read(value, AbortSignal.timeout(30_000))
    all[area as AreaThere] = headers
  }
  return all
}
