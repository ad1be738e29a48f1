/** Gets the token of a caller from a command of the user, for implementations whose tokens Standin cannot make. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Identity } from '../client.ts'
import { scopes } from '../wire/scopes.ts'

/** Runs `<command> <orgNo> "<scope> <scope>"` in a shell. Its output is the token. Rejects with its error output. The signal ends it. */
export const tokenBy =
  (command: string, folder: string) =>
  async ({ orgNo, scope = Object.values(scopes).join(' ') }: Identity, signal: AbortSignal): Promise<string> => {
    const line = `${command} ${orgNo} "${scope}"`
    const child = spawn(line, { shell: true, cwd: folder, signal, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    // A program that the shell started may hold the output open.
    const letGo = () => {
      child.stdout.destroy()
      child.stderr.destroy()
    }
    signal.addEventListener('abort', letGo, { once: true })
    const [token, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code === 0 && token.trim() !== '') return token.trim()
    throw new Error(
      `The command ${line} ${code === 0 ? 'printed no token' : `ended with ${code}`}. ${complaint.trim().slice(0, 500)}`.trim(),
    )
  }
