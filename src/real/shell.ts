/** Runs commands of a user in a shell, and reads what they say. */
import { type SpawnOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BodyTooLarge, gatherChunks, noBytes } from '../service/wire/call.ts'
import { messageOf } from './bodies.ts'

interface Surroundings extends Pick<SpawnOptions, 'shell'> {
  readonly folder: string
  /** More than the environment of this process. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** What a command said, without blanks around it. */
interface Said {
  readonly output: string
  readonly complaint: string
  readonly code: number | null
}

/** Rejects with the error of the system for a command that cannot run, and for one that the signal ended. */
async function outputOf(file: string, args: readonly string[], { folder, variables = {}, signal, ...how }: Surroundings): Promise<Said> {
  // What it started ends with it. In a terminal, all of it hears Ctrl+C.
  const isGroup = !process.stdin.isTTY && process.platform !== 'win32'
  const env = { ...process.env, ...variables }
  const child = spawn(file, args, { ...how, cwd: folder, env, signal, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  function end(): void {
    if (isGroup && child.pid !== undefined) endGroup(child.pid)
    // What left the group may hold the output open.
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

/** Bytes of an output, and characters of an error output that a message shows. */
const [mostOutput, mostComplaint] = [2 ** 20, 500]

const wholeOf = async (stream: Readable | null) => new TextDecoder().decode(await gatherChunks(stream ?? noBytes(), mostOutput))

/** What follows is read, so that the command can go on, and dropped. */
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
    // It has ended by itself.
  }
}

export interface ShellCommand extends Omit<Surroundings, 'shell'> {
  /** What the shell runs. Data never stands in it: it comes in variables. */
  readonly line: string
}

/** Resolves to the output of a line. Rejects with its error output when it fails, and when the signal ends it. */
export async function runLine({ line, ...surroundings }: ShellCommand): Promise<string> {
  const name = JSON.stringify(line.slice(0, 200))
  const { output, complaint, code } = await outputOf(line, [], { ...surroundings, shell: true }).catch((thrown: unknown) => {
    throw new Error(
      surroundings.signal.aborted ? `The command ${name} did not end in time.` : `The command ${name} cannot run: ${messageOf(thrown)}.`,
    )
  })
  if (code === 0) return output
  throw new Error(`The command ${name} ended with ${code}. ${complaint}`.trim())
}
