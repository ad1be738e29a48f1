/** Runs a user's commands in a shell, and reads secrets from commands and variables. */
import { type SpawnOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BodyTooLarge, gatherChunks, noBytes } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { messageOf } from './bodies.ts'
import type { AreaThere, EnvironmentFile, Secret } from './environment-file.ts'

interface Surroundings extends Pick<SpawnOptions, 'shell'> {
  readonly folder: string
  /** Added to this process's environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** A command's output, trimmed. */
interface Said {
  readonly output: string
  readonly complaint: string
  readonly code: number | null
}

/** Rejects with the system's error if the command cannot be run or the signal aborts it. */
async function outputOf(file: string, args: readonly string[], { folder, variables = {}, signal, ...how }: Surroundings): Promise<Said> {
  // Without a terminal, the whole process group is killed. In a terminal, the group receives Ctrl+C anyway.
  const isGroup = !process.stdin.isTTY && process.platform !== 'win32'
  const env = { ...process.env, ...variables }
  const child = spawn(file, args, { ...how, cwd: folder, env, signal, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  function end(): void {
    if (isGroup && child.pid !== undefined) endGroup(child.pid)
    // The output is closed here, because processes that left the group might still have it open.
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const [output, complaint, code] = await Promise.all([wholeOf(child.stdout), beginningOf(child.stderr), ended])
    return { output: output.trim(), complaint: complaint.trim().slice(0, mostComplaint), code }
  } catch (thrown) {
    end()
    throw thrown instanceof BodyTooLarge ? new Error(`it printed more than ${mostOutput} bytes`) : thrown
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Maximum number of bytes of output, and of characters of error output in a message. */
const [mostOutput, mostComplaint] = [2 ** 20, 500]

const wholeOf = async (stream: Readable | null) => new TextDecoder().decode(await gatherChunks(stream ?? noBytes(), mostOutput))

/** Discards the rest of the output; otherwise, the command would block. */
async function beginningOf(stream: Readable | null): Promise<string> {
  let beginning = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream ?? [])
    if (beginning.length < mostComplaint) beginning += decoder.decode(chunk as Uint8Array, { stream: true })
  return beginning
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

export interface ShellCommand extends Omit<Surroundings, 'shell'> {
  /** The command line. It never contains data, which is passed in variables. */
  readonly line: string
}

/** Runs a command line and resolves to its output. Rejects if the command fails (with its error output) or does not end in time. */
export async function runLine({ line, ...surroundings }: ShellCommand): Promise<string> {
  const name = JSON.stringify(line.slice(0, 200))
  const { output, complaint, code } = await outputOf(line, [], { ...surroundings, shell: true }).catch((thrown: unknown) => {
    throw new Error(
      surroundings.signal.aborted ? `Command ${name} did not end in time.` : `Command ${name} cannot run: ${messageOf(thrown)}.`,
    )
  })
  if (code === 0) return output
  throw new Error(`Command ${name} ended with ${code}. ${complaint}`.trim())
}

export interface SecretReader {
  read(secret: Secret, signal: AbortSignal): Promise<string>
  /** Registers a secret, such as a token. */
  note(text: string): void
  /** Removes all registered secrets from a string. */
  conceal(text: string): string
}

/** Minimum length of a secret to conceal. A shorter secret would match everywhere. */
const shortest = 6

export function secretReader(folder: string): SecretReader {
  const known = new Set<string>()
  function note(text: string): void {
    if (text.length >= shortest) known.add(text)
  }
  return {
    async read(secret, signal) {
      const text = 'variable' in secret ? variableIn(secret.variable) : await runLine({ line: secret.command, folder, signal })
      if (text === '') throw new Misuse(`Command ${JSON.stringify('command' in secret ? secret.command : '')} printed nothing.`)
      note(text)
      return text
    },
    note,
    conceal: (text) => [...known].reduce((concealed, each) => concealed.replaceAll(each, '…'), text),
  }
}

function variableIn(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Misuse(`The variable ${name} is not set.`)
  return value
}

/** Headers that each area's gateway requires, ready to send. */
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
