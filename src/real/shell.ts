/** Runs a user's commands in a shell, and reads their output. */
import { type SpawnOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BodyTooLarge, gatherChunks, noBytes } from '../service/wire/call.ts'
import { messageOf } from './bodies.ts'

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

/** Rejects with the system's error if the command cannot run or was aborted by the signal. */
async function outputOf(file: string, args: readonly string[], { folder, variables = {}, signal, ...how }: Surroundings): Promise<Said> {
  // The process group is killed along with the command. In a terminal, the whole group receives Ctrl+C.
  const isGroup = !process.stdin.isTTY && process.platform !== 'win32'
  const env = { ...process.env, ...variables }
  const child = spawn(file, args, { ...how, cwd: folder, env, signal, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  function end(): void {
    if (isGroup && child.pid !== undefined) endGroup(child.pid)
    // Processes that left the group may still have the output open.
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

/** Limits: bytes of output, and characters of error output in a message. */
const [mostOutput, mostComplaint] = [2 ** 20, 500]

const wholeOf = async (stream: Readable | null) => new TextDecoder().decode(await gatherChunks(stream ?? noBytes(), mostOutput))

/** Reads and discards the rest, so that the command does not block. */
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
    // It has already ended.
  }
}

export interface ShellCommand extends Omit<Surroundings, 'shell'> {
  /** The command line. It never contains data, which is passed in variables. */
  readonly line: string
}

/** Runs a command line and resolves to its output. Rejects with its error output if it fails or the signal aborts it. */
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
