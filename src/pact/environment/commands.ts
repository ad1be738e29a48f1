/** Runs commands of a provider team: for tokens, for secrets, and for what no call brings about. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { messageOf } from '../read-json.ts'

export interface ShellCommand {
  /** What the shell runs. Data never stands in it: it comes in variables, or as arguments. */
  readonly line: string
  readonly folder: string
  readonly variables?: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** Characters of an error output that a message shows. */
const shown = 500

/** Resolves to its output, without blanks around it. Rejects with its error output when it fails, and when the signal ends it. */
export async function runLine({ line, folder, variables = {}, signal }: ShellCommand): Promise<string> {
  const isGroup = process.platform !== 'win32'
  const child = spawn(line, {
    shell: true,
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  // What the shell started ends with it.
  function end(): void {
    if (isGroup && child.pid !== undefined) attemptKill(child.pid)
    else child.kill('SIGKILL')
    child.stdout.destroy()
    child.stderr.destroy()
  }
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    const [said, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code === 0) return said.trim()
    throw new Error(`The command ${JSON.stringify(line.slice(0, 200))} ended with ${code}. ${complaint.trim().slice(0, shown)}`.trim())
  } catch (thrown) {
    if (signal.aborted) throw new Error(`The command ${JSON.stringify(line.slice(0, 200))} did not end in time.`)
    throw thrown instanceof Error && thrown.message.startsWith('The command')
      ? thrown
      : new Error(`The command ${JSON.stringify(line.slice(0, 200))} cannot run: ${messageOf(thrown)}.`)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function attemptKill(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
