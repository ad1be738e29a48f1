/** Secrets: never stored in an environment file, never written to a report. */
import { Misuse } from '../service/wire/misuse.ts'
import type { AreaThere, EnvironmentFile, Secret } from './environment-file.ts'
import { runLine } from './shell.ts'

export interface SecretReader {
  read(secret: Secret, signal: AbortSignal): Promise<string>
  /** Registers a secret, such as a token. */
  note(text: string): void
  /** Removes all registered secrets from a text. */
  conceal(text: string): string
}

/** Minimum length: a shorter secret would match everywhere. */
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

/** Throws {@link Misuse} for an unset variable. */
function variableIn(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Misuse(`The variable ${name} is not set.`)
  return value
}

/** Headers that an area's gateway requires, ready to send. */
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
